import type { Reach } from "../../access/actor.ts";
import type { SurveyQuestion } from "../courses/courses.service.ts";

/** Locks surveys, so that nobody answers them until the transaction ends, and returns them by their ids. */
export async function lockSurveys({ db, instanceId }: Reach<"course.author">, ids: readonly number[]) {
  const rows = await db
    .selectFrom("units")
    .where("instance_id", "=", instanceId)
    .where((eb) => eb("id", "=", eb.fn.any(eb.val([...ids]))))
    .where("type", "=", "Survey")
    .select(["id", "is_anonymous", "survey_questions"])
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  return new Map(
    rows.map(({ id, is_anonymous, survey_questions }) => [
      id,
      { is_anonymous, survey_questions: survey_questions as unknown as SurveyQuestion[] },
    ]),
  );
}
