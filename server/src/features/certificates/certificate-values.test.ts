import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendFile } from "../../testing/multipart.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { deleteUnused } from "../files/files.queries.ts";

const GENERATE = `mutation ($course: Int!) { generateCertificate(input: { course_id: $course }) { certificate_url } }`;
const BRAND = `mutation ($version: Int!, $brand: BrandSettingsInput, $logo: Upload) {
  updateInstanceSettings(version: $version, brand: $brand, logo: $logo) { version } }`;

let server: TestServer;
let learner: Client;
let admin: Client;
let course: number;
beforeAll(async () => {
  server = await startServer();
  learner = await server.as("learner@demo.test");
  admin = await server.as("admin@demo.test");
  const user_id = await server.userId("learner@demo.test");
  course = await server.inside("demo", async (db, instance_id) => {
    const values = { instance_id, title: "安全な川の渡り方", status: "published", unit_count: 1 };
    const { id } = await db.insertInto("courses").values(values).returning("id").executeTakeFirstOrThrow();
    const enrolment = { instance_id, user_id, course_id: id, completed_at: new Date("2024-02-29T12:00:00Z") };
    await db.insertInto("enrolments").values(enrolment).execute();
    return id;
  });
});
afterAll(() => server.close());

async function download(host = "demo.localhost"): Promise<Buffer> {
  const { certificate_url: url } = (await learner.data(GENERATE, { course })).generateCertificate;
  const response = await server.app.inject({ url, headers: { host } });
  expect(response.statusCode).toBe(200);
  return response.rawPayload;
}

const run = (sql: string) => server.platform.database.pool.query(sql);

test("the PDF of a certificate stays the same, byte for byte, whatever changes after its issue", async () => {
  await brand("#225577", "#ff0000");
  await learner.data(GENERATE, { course });
  const issued = await download();
  expect((await download()).equals(issued)).toBe(true);

  await brand("#00ff00", "#0000ff");
  await server.inside("demo", (db, instanceId) => deleteUnused(db, instanceId, -1));
  expect((await download()).equals(issued)).toBe(true);
  await run(`UPDATE instances SET name = 'Renamed', language = 'es', branding_enabled = false WHERE domain = 'demo'`);
  await run(`UPDATE users SET language = 'fr', first_name = 'Anna' WHERE email = 'learner@demo.test'`);
  await run(`UPDATE certificate_types SET heading = 'Changed', statement = 'has changed'`);
  await run(`UPDATE courses SET title = 'Changed', certificate_type = 'Safeguarding' WHERE id = ${course}`);
  expect((await download()).equals(issued)).toBe(true);
  expect((await download("north.demo.localhost")).equals(issued)).toBe(true);
});

async function brand(primary_color: string, secondary_color: string): Promise<void> {
  await run(`UPDATE instances SET branding_enabled = true WHERE domain = 'demo'`);
  const { version } = (await admin.data("{ instanceSettings { version } }")).instanceSettings;
  const background = { r: 200, g: Number.parseInt(primary_color.slice(3, 5), 16), b: 0, alpha: 0.5 };
  const logo = await sharp({ create: { width: 300, height: 100, channels: 4, background } })
    .png()
    .toBuffer();
  const variables = { version, brand: { theme: "custom", primary_color, secondary_color }, logo: null };
  const { errors } = await sendFile(server.app, admin, BRAND, variables, "logo", logo);
  expect(errors).toBeUndefined();
}
