import { createAutomation } from "../../features/automations/automations.service.ts";
import { handleEvents } from "../../features/automations/handling.service.ts";
import { lookAtEverybody } from "../../features/automations/looking.service.ts";
import type { DemoPlace } from "./place.ts";

/** Adds an automation that has notified managers of overdue courses, and one that is off. */
export async function addAutomations({ as, inside, instanceId, platform }: DemoPlace): Promise<void> {
  await as("admin@demo.test", (run) =>
    run(async (actor) => {
      await createAutomation(actor, {
        name: "Tell managers who is overdue",
        is_on: true,
        trigger: { kind: "course_overdue" },
        conditions: { role: "learner" },
        actions: [
          {
            kind: "notify",
            to: "managers",
            subject: "{first_name} {last_name} is overdue: {course}",
            text: "It was due on {date}. Please ask {first_name} whether something keeps them from completing it.",
          },
        ],
      });
      await createAutomation(actor, {
        name: "Ask after people who are away",
        is_on: false,
        trigger: { kind: "not_signed_in", days: 90 },
        conditions: { role: "learner" },
        actions: [
          {
            kind: "notify",
            to: "managers",
            subject: "{first_name} {last_name} has not signed in since {date}",
            text: "Please ask {first_name} whether something keeps them from learning.",
          },
        ],
      });
    }),
  );
  await lookAtEverybody(platform, instanceId);
  await handleEvents(platform, instanceId);
  // The people of the demo start without notifications.
  await inside((db) =>
    db
      .deleteFrom("notifications")
      .where("instance_id", "=", instanceId)
      .where("kind", "=", "automation_message")
      .execute(),
  );
}
