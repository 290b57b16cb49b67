import { afterAll, beforeAll, expect, test } from "vitest";
import { startServer, type TestServer } from "../../testing/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const COUNTS = `{ menuCounts { unread_notifications submissions_waiting } }`;
const LISTS = `{ notifications(limit: 1) { unread } submissionsPage(limit: 1) { waiting } }`;

test("reviewers read both counts as the lists have them, in one statement", async () => {
  const admin = await server.as("admin@demo.test");
  await handIn();
  const { notifications, submissionsPage } = await admin.data(LISTS);
  const before = server.platform.database.statements;
  const { menuCounts } = await admin.data(COUNTS);
  // With the one that looks the session up.
  expect(server.platform.database.statements - before).toBe(2);
  expect(menuCounts).toEqual({
    unread_notifications: notifications.unread,
    submissions_waiting: submissionsPage.waiting,
  });
  expect(menuCounts.submissions_waiting).toBeGreaterThan(0);
});

test("learners read how many of their own notifications are unread", async () => {
  const learner = await server.as("learner@demo.test");
  await server.inside("demo", async (db, instance_id) => {
    const user_id = await server.userId("learner@demo.test");
    await db.insertInto("notifications").values({ instance_id, user_id, kind: "enrolled", data: "{}" }).execute();
  });
  const { unread } = (await learner.data(`{ notifications { unread } }`)).notifications;
  expect(unread).toBeGreaterThan(0);
  expect((await learner.data(COUNTS)).menuCounts).toEqual({ unread_notifications: unread, submissions_waiting: null });
});

/** Stores work of the learner that waits for a review. */
async function handIn(): Promise<void> {
  const user_id = await server.userId("learner@demo.test");
  await server.inside("demo", async (db, instance_id) => {
    const unit = await db
      .selectFrom("units")
      .where("instance_id", "=", instance_id)
      .where("deleted_at", "is", null)
      .select(["id as unit_id", "course_id"])
      .executeTakeFirstOrThrow();
    await db
      .insertInto("submissions")
      .values({ instance_id, user_id, ...unit, kind: "AssignmentText", content: "Work" })
      .execute();
  });
}
