import { afterAll, beforeAll, expect, test } from "vitest";
import { addLearner, ASSIGN, complete, createPath, insertCourses } from "../../testing/learning-paths.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { findTwoDays } from "../../testing/two-days.ts";
import { remindPeople } from "../notifications/reminders.service.ts";
import { issuePathCertificates } from "./certificates.service.ts";

const GENERATE = `mutation ($course: Int, $path: Int) { generateCertificate(input: { course_id: $course, path_id: $path }) { certificate_url } }`;
const REVOKE = `mutation ($user: Int!, $course: Int, $path: Int) {
  revokeCertificate(user_id: $user, course_id: $course, path_id: $path, reason: "Mistake") { state } }`;
const CERTIFIED = `{ certifiedPage(search: "zoned", sort: "course") { rows { course_title state completed_on } } }`;
const COMPLIANCE = `query ($course: Int) { compliance(course_id: $course) { people { rows { state } } } }`;
const UPDATE = `mutation ($version: Int!, $zone: String!) { updateInstanceSettings(version: $version, general: { time_zone: $zone }) { version } }`;

/** Expires within the time of the first reminder. */
const { moment: DONE, utc: UTC_DAY, newYork: NEW_YORK_DAY } = findTwoDays(350);

let server: TestServer;
let admin: Client;
let learner: Client;
let user: number;
let [revoked, valid]: number[] = [];
let path: number;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
  await moveTo("UTC");
  [revoked, valid] = await insertCourses(server, ["Zoned A, revoked", "Zoned B, valid"]);
  user = await addLearner(admin, "zoned@demo.test");
  learner = await server.as("zoned@demo.test");
  ({ id: path } = await createPath(admin, "Zoned C, revoked path", [{ course_ids: [revoked!, valid!] }], {
    certificate_months: 24,
  }));
  await admin.data(ASSIGN, { id: path, to: { user_ids: [user] } });
  await complete(admin, user, [revoked!, valid!]);
  await server.inside("demo", async (db, instance) => {
    for (const table of ["enrolments", "learning_path_people"] as const)
      await db
        .updateTable(table)
        .set({ completed_at: DONE })
        .where("instance_id", "=", instance)
        .where("user_id", "=", user)
        .execute();
  });
});
afterAll(() => server.close());

async function moveTo(zone: string): Promise<void> {
  const { version } = (await admin.data("{ instanceSettings { version } }")).instanceSettings;
  await admin.data(UPDATE, { version, zone });
}

const generate = async (variables: object): Promise<string> =>
  (await learner.data(GENERATE, variables)).generateCertificate.certificate_url;
const listIssued = () =>
  server.inside("demo", (db, instance) =>
    db
      .selectFrom("certificates")
      .where("instance_id", "=", instance)
      .where("user_id", "=", user)
      .select(["id", "code", "revoked_at"])
      .orderBy("id")
      .execute(),
  );
const readPage = async (code: string) =>
  (await server.app.inject({ url: `/certificates/${code}`, headers: { host: "demo.localhost" } })).body;
const readPdf = async (url: string) =>
  (await server.app.inject({ url, headers: { host: "demo.localhost" } })).rawPayload;
const readCertified = async () => (await admin.data(CERTIFIED)).certifiedPage.rows;
const states = ["revoked", "due", "revoked"];

test("certificates stay those of their completions, revoked or not, and say the same, when the time zone changes", async () => {
  const instance = await server.inside("demo", (_, id) => Promise.resolve(id));
  for (const of of [{ course: revoked }, { path }]) {
    await generate(of);
    await admin.data(REVOKE, { user, ...of });
  }
  const url = await generate({ course: valid });
  const [issued, pdf] = [await listIssued(), await readPdf(url)];
  const pages = await Promise.all(issued.map(({ code }) => readPage(code)));
  expect(issued).toHaveLength(3);
  const read = async () => (await readCertified()).map((row: { state: string }) => row.state);
  expect(await read()).toEqual(states);

  for (const [zone, day] of [
    ["America/New_York", NEW_YORK_DAY],
    ["UTC", UTC_DAY],
    ["America/New_York", NEW_YORK_DAY],
  ] as const) {
    await moveTo(zone);
    expect(await read()).toEqual(states);
    expect(new Set((await readCertified()).map((row: { completed_on: string }) => row.completed_on))).toEqual(
      new Set([day]),
    );
    expect((await admin.data(COMPLIANCE, { course: revoked })).compliance.people.rows).toEqual([{ state: "expired" }]);
    await issuePathCertificates(server.platform, instance);
    expect(await learner.refusal(GENERATE, { course: revoked })).toBe("CONFLICT");
    expect(await learner.refusal(GENERATE, { path })).toBe("CONFLICT");
    expect((await generate({ course: valid })).split("?")[0]).toBe(url.split("?")[0]);
    expect(await listIssued()).toEqual(issued);
  }
  expect(await readPdf(await generate({ course: valid }))).toEqual(pdf);
  expect(await Promise.all(issued.map(({ code }) => readPage(code)))).toEqual(pages);

  await remindPeople(server.platform, instance);
  const { rows } = (await learner.data("{ notifications { rows { kind course_id } } }")).notifications;
  const expiring = rows.filter(({ kind }: { kind: string }) => kind === "certificate_expiring");
  expect(expiring).toEqual([{ kind: "certificate_expiring", course_id: valid }]);
});

test("a revoked certificate stays revoked when its enrolment ended before the time zone changed and is restored after it", async () => {
  await moveTo("UTC");
  const [course] = await insertCourses(server, ["Alone"]);
  await learner.data(`mutation ($id: Int!) { courseEnrollment(input: { course_id: $id }) { id } }`, { id: course });
  await complete(admin, user, [course!]);
  await server.inside("demo", (db, instance) =>
    db
      .updateTable("enrolments")
      .set({ completed_at: DONE })
      .where("instance_id", "=", instance)
      .where("course_id", "=", course!)
      .execute(),
  );
  await admin.data(REVOKE, { user, course });
  const END = `mutation ($user: Int!, $course: Int!) { courseUnenrollment(user_id: $user, course_id: $course) { ended_id } }`;
  const { ended_id } = (await admin.data(END, { user, course })).courseUnenrollment;
  await moveTo("America/New_York");
  await admin.data(`mutation ($id: Int!) { restoreEnrolment(id: $id) { id } }`, { id: ended_id });
  const { rows } = (await admin.data(`{ certifiedPage(search: "alone") { rows { state completed_on } } }`))
    .certifiedPage;
  expect(rows).toEqual([{ state: "revoked", completed_on: NEW_YORK_DAY }]);
});
