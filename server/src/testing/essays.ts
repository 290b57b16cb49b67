import type { Client } from "./server.ts";
import { takeTest } from "./test-attempts.ts";

export const MARK = `mutation ($attempt: Int!, $question: Int!, $points: Int, $levels: [ReachedLevelInput!], $comment: String, $replaces: String) {
  markEssay(attempt_id: $attempt, question_id: $question, points: $points, levels: $levels, comment: $comment, replaces: $replaces) {
    mark_points marked_at marker score is_passed is_complete others_waiting } }`;
/** Reads the attempts of a test, with what the caller may see of their review. */
export const REVIEW = `query ($course: Int!, $unit: Int!, $user: Int) { testAttempts(course_id: $course, unit_id: $unit, user_id: $user) {
  score is_waiting is_passed counts review { type answer is_correct credit points is_waiting comment levels { criterion level points most } } } }`;

export const CLARITY = {
  criterion: "Clarity",
  levels: [level("Unclear", 0), level("Clear", 2), level("Very clear", 4)],
};
export const FACTS = { criterion: "Facts", levels: [level("Wrong", 0), level("Right", 6)] };
export const ESSAY_WITH_RUBRIC = {
  type: "Essay",
  question: "Why do ropes age?",
  points: 10,
  rubric: [CLARITY, FACTS],
  min_words: 2,
  max_words: 50,
  marker_note: "Nylon and sunlight: zanzibar.",
};
export const PLAIN = { type: "Essay", question: "What would you do?", points: 5 };
export const TRUTH = {
  type: "True or False",
  question: "Ropes age.",
  points: 10,
  options: [
    { text: "True", checked: true },
    { text: "False", checked: false },
  ],
};
export const TRUE = { type: "True or False", userSelections: ["True"] };
export const TEXT = { type: "Essay", freeTextAnswer: "Light breaks nylon slowly." };

/** Returns a level of a criterion in a rubric. */
export function level(text: string, points: number) {
  return { text, points };
}
export const reach = (clarity: string, facts: string) => [
  { criterion: "Clarity", level: clarity },
  { criterion: "Facts", level: facts },
];

/** Answers everything and submits. @returns the attempt and its essays, in their order */
export async function submitEssays(
  learner: Client,
  place: { course: number; unit: number },
  texts: string[] = [TEXT.freeTextAnswer],
) {
  const taking = takeTest(learner, place);
  const { open, tests } = await taking.start();
  const essays = (tests as { id: number; type: string }[]).filter(({ type }) => type === "Essay").map(({ id }) => id);
  for (const { id, type } of tests) {
    if (type !== "Essay") await taking.answer(id, TRUE);
    else if (texts[essays.indexOf(id)] !== undefined)
      await taking.answer(id, { ...TEXT, freeTextAnswer: texts[essays.indexOf(id)] });
  }
  return { taking, after: await taking.submit(open.id), attempt: open.id as number, essays };
}
