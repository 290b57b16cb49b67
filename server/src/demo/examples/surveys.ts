import { enrol } from "../../features/learning/learning.service.ts";
import { submitSurvey } from "../../features/surveys/surveys.service.ts";
import { opinionsGiven } from "../courses/working-safely.ts";
import type { AssignmentPlace } from "./everything.ts";
import type { DemoPlace } from "./place.ts";

/** Answers the anonymous survey of the course with all types of units. */
export async function addSurveyAnswers({ as, inside, instanceId }: DemoPlace, { course_id }: AssignmentPlace) {
  const { id: unit_id } = await inside((db) =>
    db
      .selectFrom("units")
      .select("id")
      .where("instance_id", "=", instanceId)
      .where("course_id", "=", course_id)
      .where("type", "=", "Survey")
      .executeTakeFirstOrThrow(),
  );
  for (const { by, useful, helped, missing } of opinionsGiven)
    await as(by, async (run) => {
      await run((actor) => enrol(actor, course_id));
      const answers = [
        { key: "useful", number: useful },
        { key: "helped", options: helped },
        { key: "missing", text: missing },
      ];
      await run((actor) => submitSurvey(actor, { course_id, unit_id, answers }));
    });
}
