import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runHousekeeping, startHousekeeping } from "./housekeeping.ts";
import type { Platform } from "./platform/platform.ts";
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

/** A platform whose store of files fails for one instance. */
function withBrokenFiles({ platform }: TestServer, instanceId: number): Platform {
  const { files } = platform;
  const broken = {
    list(prefix: string) {
      if (prefix === `${instanceId}/`) throw new Error("The store of files is away.");
      return files.list(prefix);
    },
  };
  return { ...platform, files: Object.assign(Object.create(files) as typeof files, broken) };
}

test("housekeeping continues with other work and other instances after a failure in one", async () => {
  const demo = await server.inside("demo", async (_, id) => id);
  const platform = withBrokenFiles(server, demo);
  for (const domain of ["demo", "riverside"])
    await server.inside(domain, async (db, instance_id) => {
      await db.deleteFrom("notifications").where("instance_id", "=", instance_id).execute();
      await db
        .updateTable("enrolments")
        .set({ due_on: sql<string>`current_date`, completed_at: null })
        .where("instance_id", "=", instance_id)
        .execute();
    });
  await runHousekeeping(platform);
  for (const domain of ["demo", "riverside"]) {
    const reminders = await server.inside(domain, (db, instance_id) =>
      db
        .selectFrom("notifications")
        .select("id")
        .where("instance_id", "=", instance_id)
        .where("kind", "in", ["course_due", "course_overdue"])
        .execute(),
    );
    expect(reminders.length).toBeGreaterThan(0);
  }
  expect(server.outside.log).toContainEqual(
    expect.objectContaining({ message: "Housekeeping failed", fields: expect.objectContaining({ instanceId: demo }) }),
  );
});

test("housekeeping logs that the database is away instead of ending the process", async () => {
  const away = { ...server.platform.database, pool: { connect: () => Promise.reject(new Error("away")) } };
  const stop = startHousekeeping({ ...server.platform, database: away as unknown as Platform["database"] });
  await expect(stop()).resolves.toBeUndefined();
  expect(server.outside.log.at(-1)).toMatchObject({
    message: "Housekeeping failed",
    fields: { err: new Error("away") },
  });
});
