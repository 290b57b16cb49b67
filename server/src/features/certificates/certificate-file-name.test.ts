import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../../testing/server.ts";

const GENERATE = `mutation ($course: Int!) { generateCertificate(input: { course_id: $course }) { certificate_url } }`;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** Downloads the certificate of a new course with this title. @returns the status, and the name of the file */
async function download(title: string): Promise<[status: number, name: string]> {
  const user_id = await server.userId("learner@demo.test");
  const course = await server.inside("demo", async (db, instance_id) => {
    const values = { instance_id, title, status: "published", unit_count: 1 };
    const { id } = await db.insertInto("courses").values(values).returning("id").executeTakeFirstOrThrow();
    const done = { instance_id, user_id, course_id: id, completed_at: new Date() };
    await db.insertInto("enrolments").values(done).execute();
    return id;
  });
  const learner = await server.as("learner@demo.test");
  const { certificate_url: url } = (await learner.data(GENERATE, { course })).generateCertificate;
  const { statusCode, headers } = await server.app.inject({ url, headers: { host: "demo.localhost" } });
  const name = /filename\*=UTF-8''(.+)$/.exec(String(headers["content-disposition"]))?.[1] ?? "";
  return [statusCode, decodeURIComponent(name)];
}

test("a certificate of a course with a long title is downloaded, with whole characters in its name", async () => {
  expect(await download("Knots: first / second")).toEqual([200, "Knots- first - second-certificate.pdf"]);
  // The hundred and fiftieth character takes two places in memory.
  const title = `${"k".repeat(149)}🪢 and more`;
  expect(await download(title)).toEqual([200, `${"k".repeat(149)}🪢-certificate.pdf`]);
});
