import { sql } from "kysely";
import { issuePathCertificates } from "../../features/certificates/certificates.service.ts";
import { assign } from "../../features/learning-paths/assigning.service.ts";
import { createPath } from "../../features/learning-paths/learning-paths.service.ts";
import type { DemoPlace } from "./place.ts";

const DAY = 86_400_000;

/**
 * Adds three learning paths: one that the demo's learner has half behind them, one with a due date for a group, and one
 * that the learner has completed, with its certificate, and for which others are late.
 */
export async function addPaths({ as, inside, instanceId, platform }: DemoPlace): Promise<void> {
  const { courses, people, group } = await inside(async (db) => {
    const list = async (table: "courses" | "users" | "groups", name: "title" | "email" | "name") =>
      new Map(
        (
          await sql<{ id: number; name: string }>`SELECT id, ${sql.ref(name)} AS name FROM ${sql.table(table)}
            WHERE instance_id = ${instanceId} AND deleted_at IS NULL`.execute(db)
        ).rows.map((row) => [row.name, row.id]),
      );
    return {
      courses: await list("courses", "title"),
      people: await list("users", "email"),
      group: (await list("groups", "name")).get("Kitchen team")!,
    };
  });
  const pick = (...titles: string[]) => titles.map((title) => courses.get(title)!);
  await as("instructor@demo.test", (run) =>
    run(async (actor) => {
      const start = await createPath(actor, {
        title: "Your first weeks at Northgate",
        description:
          "What everybody learns in the first weeks: how we work, how we keep people safe, and how we write.",
        status: "published",
        in_catalogue: true,
        sections: [
          {
            title: "Arriving",
            in_order: true,
            course_ids: pick("Welcome to Northgate", "Safeguarding essentials"),
          },
          { title: "In your daily work", course_ids: pick("Moving and handling", "Data protection in daily work") },
        ],
      });
      const emails = ["learner", "kwame.mensah", "sunita.thapa", "mohammed.iqbal"].map((name) => `${name}@demo.test`);
      await assign(actor, start.id, { user_ids: emails.map((email) => people.get(email)!) });
      const safety = await createPath(actor, {
        title: "Safety at work, every year",
        description: "Two of three courses on what can go wrong, and what to do then. The report comes last.",
        status: "published",
        is_sequential: true,
        due_days: 30,
        sections: [
          {
            title: "Choose two",
            needed: 2,
            course_ids: pick("First aid at work", "Food hygiene level 2", "Moving and handling"),
          },
          { title: "Writing it down", course_ids: pick("Writing clear reports") },
        ],
      });
      await assign(actor, safety.id, { user_ids: [people.get("learner@demo.test")!], group_ids: [group] });
      const care = await createPath(actor, {
        title: "Safe hands",
        description: "How to move people and loads without harm, for everybody who works on the floor.",
        status: "published",
        certificate_months: 24,
        sections: [
          { title: "Before your first shift", course_ids: pick("Welcome to Northgate", "Moving and handling") },
        ],
      });
      await assign(actor, care.id, { user_ids: [people.get("learner@demo.test")!] });
      const late = ["aoife.brennan", "ruth.pemberton", "samuel.okonkwo"].map((name) =>
        people.get(`${name}@demo.test`)!,
      );
      const due = { on: new Date(Date.now() - 9 * DAY).toISOString().slice(0, 10), days: null };
      await assign(actor, care.id, { user_ids: late }, null, due);
    }),
  );
  await issuePathCertificates(platform, instanceId);
  // The people of the demo start without notifications.
  await inside((db) =>
    db
      .deleteFrom("notifications")
      .where("instance_id", "=", instanceId)
      .where("kind", "in", ["path_assigned", "certificate_issued"])
      .execute(),
  );
}
