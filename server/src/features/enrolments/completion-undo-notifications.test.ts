import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { work } from "../../testing/automations.ts";
import { addLearner, ASSIGN, createPath, insertCourses } from "../../testing/learning-paths.ts";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startServer();
  admin = await server.as("admin@demo.test");
});
afterAll(() => server.close());

test("only the unread notification of the certificate that is taken back goes with it", async () => {
  const [course] = (await insertCourses(server, ["Taken back"])) as [number];
  const id = await addLearner(admin, "notified@demo.test");
  const { id: path } = await createPath(admin, "With it", [{ course_ids: [course] }], { certificate_months: 12 });
  await admin.data(ASSIGN, { id: path, to: { user_ids: [id] } });
  const { at, user_ids } = (
    await admin.data(
      `mutation ($c: Int!, $u: [Int!]) { markCourseComplete(course_id: $c, people: { user_ids: $u }, reason: "Classroom") { user_ids at } }`,
      { c: course, u: [id] },
    )
  ).markCourseComplete;
  await work(server);
  const list = () =>
    server.inside("demo", async (db, instance) =>
      (
        await sql<{ name: string }>`
          SELECT coalesce(data ->> 'note', 'of this completion') AS name FROM notifications
          WHERE instance_id = ${instance} AND user_id = ${id} AND (kind = 'certificate_issued' OR data ? 'note')
          ORDER BY name`.execute(db)
      ).rows.map(({ name }) => name),
    );
  await server.inside("demo", (db, instance) =>
    sql`
      INSERT INTO notifications (instance_id, user_id, kind, data, created_at) VALUES
        (${instance}, ${id}, 'path_due_soon', ${{ path_id: path, note: "another kind" }}::jsonb, now()),
        (${instance}, ${id}, 'certificate_issued', ${{ path_id: path, note: "a former certificate" }}::jsonb, now() - interval '1 year'),
        (${instance}, ${id}, 'certificate_issued', ${{ path_id: path + 1, note: "another path" }}::jsonb, now())`.execute(
      db,
    ),
  );
  const others = ["a former certificate", "another kind", "another path"];
  expect(await list()).toEqual([...others, "of this completion"]);
  await admin.data(
    `mutation ($c: Int!, $u: [Int!]!, $at: String!) { takeBackCompletion(course_id: $c, user_ids: $u, at: $at) }`,
    { c: course, u: user_ids, at },
  );
  expect(await list()).toEqual(others);
});
