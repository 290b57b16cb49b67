import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, startServer, type TestServer } from "../../testing/server.ts";
import { CREATE, EDIT, smallCourse } from "./course.testdata.ts";

let server: TestServer;
let author: Client;
beforeAll(async () => {
  server = await startServer();
  author = await server.as("instructor@demo.test");
});
afterAll(() => server.close());

const create = async (title: string): Promise<number> =>
  (await author.data(CREATE, { ...smallCourse(title), status: "draft" })).createCourse.id;
const require = (id: number, learning_path: number[]) =>
  author.query(EDIT, { input: { id, title: "d", description: "d", status: "draft", learning_path } });

test("refuses one of two saves at the same time that make two courses each other's prerequisite", async () => {
  const [one, two] = [await create("One"), await create("Two")];
  const saves = await server.inside("demo", async (db) => {
    // Holds both saves between the check and the change.
    await sql`LOCK TABLE course_prerequisites IN SHARE MODE`.execute(db);
    const running = [require(one, [two]), require(two, [one])];
    const waiting = sql<{ saves: number }>`SELECT count(DISTINCT pid)::integer AS saves FROM pg_locks
      WHERE NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    await expect.poll(async () => (await waiting.execute(db)).rows[0]!.saves).toBe(2);
    return running;
  });
  const refused = (await Promise.all(saves)).flatMap(({ errors }) => errors ?? []);
  expect(refused.map(({ extensions }) => extensions.validation)).toEqual([
    { learning_path: ["A course cannot come before itself."] },
  ]);
});
