import { afterAll, beforeAll, expect, test } from "vitest";
import { runHousekeeping } from "./housekeeping.ts";
import { startServer, type TestServer } from "./testing/server.ts";

let server: TestServer;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.close());

test("housekeeping deletes expired sessions in all instances and keeps the others", async () => {
  const [old, young] = [await server.as("learner@demo.test"), await server.as("manager@demo.test")];
  const learner = await server.userId("learner@demo.test");
  await server.inside("demo", (db, id) =>
    db
      .updateTable("sessions")
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where("instance_id", "=", id)
      .where("user_id", "=", learner)
      .execute(),
  );
  await Promise.all([runHousekeeping(server.platform), runHousekeeping(server.platform)]);
  const left = await server.inside("demo", (db, id) =>
    db.selectFrom("sessions").select("user_id").where("instance_id", "=", id).execute(),
  );
  expect(left.map(({ user_id }) => user_id)).toEqual([await server.userId("manager@demo.test")]);
  expect(await old.refusal("{ viewer { id } }")).toBe("UNAUTHENTICATED");
  expect(await young.refusal("{ viewer { id } }")).toBeNull();
});
