import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../../testing/server.ts";

const GENERATE = `mutation ($course: Int!) { generateCertificate(input: { course_id: $course }) { certificate_url } }`;

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

test("a certificate and its page are in the language of the holder's branch when they have chosen none", async () => {
  const user_id = await server.userId("learner@demo.test");
  const course = await server.inside("demo", async (db, instance_id) => {
    const { id: branch_id } = await db
      .selectFrom("branches")
      .where("instance_id", "=", instance_id)
      .where("url", "=", "north")
      .select("id")
      .executeTakeFirstOrThrow();
    await db.updateTable("branches").set({ language: "fr" }).where("id", "=", branch_id).execute();
    await db.updateTable("users").set({ is_primary: false, language: null }).where("id", "=", user_id).execute();
    await db.deleteFrom("branch_users").where("user_id", "=", user_id).execute();
    await db.insertInto("branch_users").values({ instance_id, branch_id, user_id }).execute();
    const values = { instance_id, title: "Knots", status: "published", unit_count: 1 };
    const { id } = await db.insertInto("courses").values(values).returning("id").executeTakeFirstOrThrow();
    await db
      .insertInto("enrolments")
      .values({ instance_id, user_id, course_id: id, completed_at: new Date() })
      .execute();
    return id;
  });
  const learner = await server.as("learner@demo.test", "north.demo.localhost");
  await learner.data(GENERATE, { course });
  const issued = await server.inside("demo", (db) =>
    db
      .selectFrom("certificates")
      .where("user_id", "=", user_id)
      .where("course_id", "=", course)
      .select(["code", "drawn_from"])
      .executeTakeFirstOrThrow(),
  );
  expect(issued.drawn_from).toMatchObject({ language: "fr" });
  const page = await server.app.inject({
    url: `/certificates/${issued.code}`,
    headers: { host: "north.demo.localhost" },
  });
  expect(page.body).toContain('<html lang="fr"');
});
