import { enrol, storeResponse } from "../../features/learning/learning.service.ts";
import { startAttempt, submitAttempt } from "../../features/learning/test-attempts.service.ts";
import { checkAnswers } from "../courses/working-safely.ts";
import type { AssignmentPlace } from "./everything.ts";
import type { DemoPlace } from "./place.ts";

/** Who takes the test of the course with all types of units: for each attempt, the types of questions answered wrongly. */
const attempts: { by: string; wrong: string[][] }[] = [
  { by: "samuel.okonkwo@demo.test", wrong: [["Ordering", "Fill the Gaps"], ["Ordering"], []] },
  { by: "fatima.el.amrani@demo.test", wrong: [["Multiple Choice", "Ordering"]] },
];

/** Takes the test: one person fails twice and passes with the last attempt, another has failed once. */
export async function addTestAttempts({ as, inside, instanceId }: DemoPlace, { course_id }: AssignmentPlace) {
  const { unit_id, questions } = await inside(async (db) => {
    const rows = await db
      .selectFrom("questions as q")
      .innerJoin("units as u", (join) =>
        join.onRef("u.instance_id", "=", "q.instance_id").onRef("u.id", "=", "q.unit_id"),
      )
      .where("q.instance_id", "=", instanceId)
      .where("u.course_id", "=", course_id)
      .where("u.type", "=", "Test")
      .select(["q.id", "q.type", "q.unit_id"])
      .execute();
    return { unit_id: rows[0]!.unit_id, questions: rows };
  });
  for (const { by, wrong } of attempts)
    await as(by, async (run) => {
      await run((actor) => enrol(actor, course_id));
      for (const types of wrong) {
        await run((actor) => startAttempt(actor, { course_id, unit_id }));
        for (const { id, type } of questions) {
          const response = JSON.stringify({
            type,
            ...(types.includes(type) ? checkAnswers.wrong : checkAnswers.right)[type],
          });
          const place = { course_id, unit_id, unit_type: "Test", input_type: "question", input_key: String(id) };
          await run((actor) => storeResponse(actor, { ...place, response }));
        }
        const open = await inside((db) =>
          db
            .selectFrom("test_attempts")
            .where("instance_id", "=", instanceId)
            .where("unit_id", "=", unit_id)
            .where("submitted_at", "is", null)
            .select("id")
            .executeTakeFirstOrThrow(),
        );
        await run((actor) => submitAttempt(actor, { course_id, unit_id, attempt_id: open.id }));
      }
    });
}
