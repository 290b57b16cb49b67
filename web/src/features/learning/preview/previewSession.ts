import { execute } from "../../../app/graphql.ts";
import { createAnswerSheet } from "../player/answerSheet.ts";
import type { PlayerSession } from "../player/session.ts";
import { createTimekeeper } from "../player/timekeeper.ts";
import type { PlayerCourse, Unit } from "../player/units.ts";
import { GradePreview } from "./preview.documents.ts";

const nobody = 0;

/** As the player's session, but nothing is stored: the server grades answers and forgets them, and time is the page's own. */
export function createPreviewSession(course: PlayerCourse, units: Unit[]): PlayerSession {
  forgetEarlier();
  const timekeeper = createTimekeeper<Unit>({ units, beat: async (_, seconds) => seconds, onRefused: () => {} });
  const sheet = createAnswerSheet({
    course: { id: course.id, userResponses: [], attempt: 1 },
    units,
    viewerId: nobody,
    async send(_, question, { answer }) {
      const response = JSON.stringify({ type: question.type, ...answer });
      const variables = { course_id: course.id, question_id: question.id, response };
      return JSON.parse((await execute(GradePreview, variables)).gradePreview) as { isCorrect: boolean };
    },
  });
  return { timekeeper, sheet, preload: async () => {}, placeIn: () => ({ kept: null, keep: () => {} }) };
}

/** Every preview begins anew: what the sheet keeps on this device for nobody is taken away. */
function forgetEarlier() {
  for (const name of Object.keys(localStorage)) {
    if (/^(?:draft|answer):0:/.test(name)) localStorage.removeItem(name);
  }
}
