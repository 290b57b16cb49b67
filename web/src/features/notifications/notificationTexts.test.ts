import { expect, test } from "vitest";
import type { Notification } from "./notificationsQuery.ts";
import { notificationPath } from "./notificationTexts.ts";

test("what an automation writes leads to the courses, as its mail does", () => {
  expect(notificationPath({ kind: "automation_message" } as Notification)).toBe("/learner/courses");
});
