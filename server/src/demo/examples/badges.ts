import { giveBadge } from "../../features/badges/awarding.service.ts";
import { createBadge } from "../../features/badges/badges.service.ts";
import type { DemoPlace } from "./place.ts";

/** Adds a badge that the learner of the demo has, and one that nobody has, and gives points. */
export async function addBadges({ as, inside, instanceId }: DemoPlace): Promise<void> {
  const learner = await inside((db) =>
    db
      .selectFrom("users")
      .where("instance_id", "=", instanceId)
      .where("email", "=", "learner@demo.test")
      .select("id")
      .executeTakeFirstOrThrow(),
  );
  await inside((db) => db.updateTable("instances").set({ points_on: true }).where("id", "=", instanceId).execute());
  await as("admin@demo.test", (run) =>
    run(async (actor) => {
      const helper = await createBadge(actor, {
        name: "First aider on call",
        description: "Can be called when a person is hurt.",
        criteria: "Take part in a practical first aid day, and show the recovery position and resuscitation.",
      });
      await giveBadge(actor, helper.id, [learner.id]);
      await createBadge(actor, {
        name: "Mentor of new colleagues",
        description: "",
        criteria: "Accompany a new colleague during the first four weeks.",
      });
    }),
  );
  // The people of the demo start without notifications.
  await inside((db) =>
    db.deleteFrom("notifications").where("instance_id", "=", instanceId).where("kind", "=", "badge_awarded").execute(),
  );
}
