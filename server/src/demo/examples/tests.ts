import { markEssay } from "../../features/assignments/essays.service.ts";
import { enrol, storeResponse } from "../../features/learning/learning.service.ts";
import { startAttempt, submitAttempt } from "../../features/learning/test-attempts.service.ts";
import { checkAnswers, nearMissAnswers } from "../courses/working-safely.ts";
import type { AssignmentPlace } from "./everything.ts";
import type { DemoPlace } from "./place.ts";

/** Who takes the test of the course with all types of units: for each attempt, the types of questions answered wrongly. */
const attempts: { by: string; wrong: string[][] }[] = [
  {
    by: "samuel.okonkwo@demo.test",
    wrong: [
      ["Multiple Choice", "Ordering", "Fill the Gaps", "Number"],
      ["Ordering", "Fill the Gaps", "Number"],
      ["Fill the Gaps"],
    ],
  },
  { by: "fatima.el.amrani@demo.test", wrong: [["Multiple Choice", "Ordering"]] },
];

/** Takes the test: one person fails twice and passes with the last attempt, another has failed once. */
export async function addTestAttempts(place: DemoPlace, { course_id }: AssignmentPlace): Promise<void> {
  const test = await findTest(place, course_id, "Safety check");
  for (const { by, wrong } of attempts)
    for (const types of wrong)
      await takeTest(
        place,
        { ...test, course_id, by },
        (type) => (types.includes(type) ? checkAnswers.wrong : checkAnswers.right)[type],
      );
}

/** Answers the test with an essay: one waits to be marked, and one is marked. */
export async function addEssays(place: DemoPlace, { course_id }: AssignmentPlace): Promise<void> {
  const test = await findTest(place, course_id, "A near miss");
  for (const { by, text, levels, comment } of nearMissAnswers) {
    const attempt_id = await takeTest(place, { ...test, course_id, by }, () => ({ freeTextAnswer: text }));
    if (!levels) continue;
    const key = { attempt_id, question_id: test.questions[0]!.id };
    await place.as("instructor@demo.test", (run) =>
      run((actor) => markEssay(actor, { ...key, levels, comment: comment ?? null })),
    );
  }
}

interface DemoTest {
  unit_id: number;
  questions: { id: number; type: string }[];
}

async function findTest({ inside, instanceId }: DemoPlace, course_id: number, title: string): Promise<DemoTest> {
  const rows = await inside((db) =>
    db
      .selectFrom("questions as q")
      .innerJoin("units as u", (join) =>
        join.onRef("u.instance_id", "=", "q.instance_id").onRef("u.id", "=", "q.unit_id"),
      )
      .where("q.instance_id", "=", instanceId)
      .where("u.course_id", "=", course_id)
      .where("u.title", "=", title)
      .select(["q.id", "q.type", "q.unit_id"])
      .execute(),
  );
  return { unit_id: rows[0]!.unit_id, questions: rows };
}

/** Enrols a person, takes a test with these answers by type of question, and submits it. @returns the attempt */
async function takeTest(
  { as, inside, instanceId }: DemoPlace,
  { course_id, unit_id, questions, by }: DemoTest & { course_id: number; by: string },
  answer: (type: string) => object | undefined,
): Promise<number> {
  return as(by, async (run) => {
    await run((actor) => enrol(actor, course_id));
    await run((actor) => startAttempt(actor, { course_id, unit_id }));
    for (const { id, type } of questions) {
      const response = JSON.stringify({ type, ...answer(type) });
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
    return open.id;
  });
}
