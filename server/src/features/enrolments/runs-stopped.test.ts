import { afterAll, beforeAll, expect, test } from "vitest";
import { insertCourses } from "../../testing/learning-paths.ts";
import { startServer, type TestServer } from "../../testing/server.ts";
import { continueRun } from "./runs.service.ts";

const READ = `query ($id: Int!) {
  enrolmentRun(id: $id) { done state problem }
  auditLog(action: "enrolment.many_stopped") { rows { subject_name actor_name } } }`;

let server: TestServer;
let starter: number;
let learner: number;
beforeAll(async () => {
  server = await startServer();
  starter = await server.userId("instructor@demo.test");
  learner = await server.userId("learner@demo.test");
});
afterAll(() => server.close());

/** Starts the job of a run after an instance or a user was made inactive, twice, as after a crash, and makes it active again. */
async function stop(title: string, table: "instances" | "users") {
  const [course_id] = await insertCourses(server, [title]);
  const run = await server.inside("demo", async (db, instance_id) => {
    const { id } = await db
      .insertInto("enrolment_runs")
      .values({ instance_id, course_id: course_id!, created_by: starter, total: 1 })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db.insertInto("enrolment_run_people").values({ instance_id, run_id: id, user_id: learner }).execute();
    return { instanceId: instance_id, actorId: starter, runId: id, origin: "http://demo.localhost" };
  });
  const setActive = (is_active: boolean) =>
    server.inside("demo", (db, id) =>
      db
        .updateTable(table)
        .set({ is_active })
        .where("id", "=", table === "instances" ? id : starter)
        .execute(),
    );
  await setActive(false);
  for (let time = 0; time < 2; time++) await continueRun(server.platform, { ...run, language: "en" });
  await setActive(true);
  const admin = await server.as("admin@demo.test");
  const { enrolmentRun, auditLog } = await admin.data(READ, { id: run.runId });
  return {
    ...enrolmentRun,
    reported: auditLog.rows.filter(({ subject_name }: { subject_name: string }) => subject_name === title).length,
  };
}

test("a run fails with the reason, and the audit log tells of it once, when the instance was closed meanwhile", async () => {
  expect(await stop("Closed", "instances")).toEqual({
    done: 0,
    state: "failed",
    problem: "Not everybody was enrolled: the organisation was closed. Enrol the others again.",
    reported: 1,
  });
});

test("a run fails with the reason, and the audit log tells of it once, when its user was deactivated meanwhile", async () => {
  expect(await stop("Alone", "users")).toEqual({
    done: 0,
    state: "failed",
    problem: "Not everybody was enrolled: the person who started this can no longer sign in.",
    reported: 1,
  });
});
