import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

const FIELDS = "has_brand has_course has_people has_enrolment has_progress is_hidden";
const STEPS = `{ firstSteps { ${FIELDS} } }`;
const SAMPLE = `mutation { createSampleCourse { id title } }`;
const COURSE = `query ($id: Int!) { course(id: $id) { title status contents { title content } tests { tests { question options { text checked } } } } }`;

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
});
afterAll(() => server.close());

test("first steps are done where the instance has what they lead to", async () => {
  expect((await admin.data(STEPS)).firstSteps).toMatchObject({
    has_course: true,
    has_people: true,
    has_enrolment: true,
    has_progress: true,
    is_hidden: false,
  });
});

test("first steps of an instance that is empty are open, and close one by one", async () => {
  await server.inside("demo", async (db, instance_id) => {
    await db.deleteFrom("enrolments").where("instance_id", "=", instance_id).execute();
    await db.updateTable("courses").set({ deleted_at: new Date() }).where("instance_id", "=", instance_id).execute();
    await db
      .updateTable("users")
      .set({ deleted_at: new Date() })
      .where("instance_id", "=", instance_id)
      .where("email", "not in", ["admin@demo.test", "learner@demo.test"])
      .execute();
    await db.updateTable("users").set({ deleted_at: new Date() }).where("email", "=", "learner@demo.test").execute();
    await db
      .updateTable("instances")
      .set({ logo_key: null, primary_color: null, theme: null })
      .where("id", "=", instance_id)
      .execute();
  });
  const none = { has_brand: false, has_course: false, has_people: false, has_enrolment: false, has_progress: false };
  expect((await admin.data(STEPS)).firstSteps).toMatchObject(none);
  await admin.data(SAMPLE);
  expect((await admin.data(STEPS)).firstSteps).toMatchObject({ ...none, has_course: true });
  await server.inside("demo", (db) =>
    db.updateTable("users").set({ deleted_at: null }).where("email", "=", "learner@demo.test").execute(),
  );
  expect((await admin.data(STEPS)).firstSteps).toMatchObject({ ...none, has_course: true, has_people: true });
});

test("first steps are hidden for all admins, and shown again", async () => {
  const HIDE = `mutation ($hidden: Boolean!) { hideFirstSteps(hidden: $hidden) { is_hidden } }`;
  expect((await admin.data(HIDE, { hidden: true })).hideFirstSteps.is_hidden).toBe(true);
  expect((await admin.data(STEPS)).firstSteps.is_hidden).toBe(true);
  expect((await (await server.as("admin@riverside.test")).data(STEPS)).firstSteps.is_hidden).toBe(false);
  expect((await admin.data(HIDE, { hidden: false })).hideFirstSteps.is_hidden).toBe(false);
});

test.each([
  ["en", "A sample course", "At once"],
  ["fr", "Un cours d’exemple", "Immédiatement"],
  ["es", "Un curso de ejemplo", "De inmediato"],
])("the sample course is published in the language of its author (%s)", async (language, title, option) => {
  const answer = await server.app.inject({
    method: "POST",
    url: "/graphql",
    headers: { host: "demo.localhost", authorization: `Bearer ${admin.token}`, "accept-language": language },
    payload: { query: SAMPLE },
  });
  const { id } = answer.json().data.createSampleCourse;
  const { course } = await admin.data(COURSE, { id });
  expect(course).toMatchObject({ title, status: "published", contents: [{}, {}] });
  expect(course.tests[0].tests[1].options).toContainEqual({ text: option, checked: true });
});
