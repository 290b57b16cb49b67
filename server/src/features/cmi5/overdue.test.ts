import { afterAll, expect, test } from "vitest";
import { cmi5World } from "../../testing/cmi5-world.ts";
import { cmi5Package } from "../../testing/packages.ts";
import { sweepAuSessions } from "./overdue.service.ts";
import { listOverdue } from "./sessions.queries.ts";

const { server, course, launch, listStatements } = await cmi5World();
afterAll(() => server.close());

test("sessions that users left open wait for inactive users without keeping others from their turn", async () => {
  const au = await launch(await course(cmi5Package()));
  const id = await server.userId("learner@demo.test");
  const setActive = (is_active: boolean) =>
    server.inside("demo", (db, instance) =>
      db.updateTable("users").set({ is_active }).where("instance_id", "=", instance).where("id", "=", id).execute(),
    );
  const demo = await server.inside("demo", async (db, instance) => {
    const past = new Date(Date.now() - 1000);
    await db.updateTable("scorm_sessions").set({ expires_at: past }).where("instance_id", "=", instance).execute();
    return instance;
  });
  const countOverdue = async () => (await server.inside("demo", (db) => listOverdue(db, demo))).length;
  await setActive(false);
  expect(await countOverdue()).toBe(0);
  await setActive(true);
  expect(await countOverdue()).toBe(1);
  await sweepAuSessions(server.platform, demo);
  expect(await countOverdue()).toBe(0);
  const verbs = (await listStatements(au.registration)).map(({ verb }) => verb.id);
  expect(verbs).toContain("https://w3id.org/xapi/adl/verbs/abandoned");
});
