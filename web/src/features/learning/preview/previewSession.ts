import { execute } from "../../../app/graphql.ts";
import { i18n } from "@lingui/core";
import { findReasonToStay } from "../player/advance.ts";
import { createAnswerSheet } from "../player/answerSheet.ts";
import type { Review } from "../questions/answer.ts";
import type { PlayerSession } from "../player/session.ts";
import { createTimekeeper } from "../player/timekeeper.ts";
import type { OpenedUnit, OutlineUnit, PlayerCourse } from "../player/units.ts";
import { GradePreview } from "./preview.documents.ts";
import { createPreviewedTests } from "./previewedTests.ts";

const nobody = 0;

/**
 * Creates a session that stores nothing: the server grades answers without storing them, and time is counted in the
 * page.
 */
export function createPreviewSession(course: PlayerCourse): PlayerSession {
  forgetEarlier();
  const { units } = course;
  const timekeeper = createTimekeeper<OutlineUnit>({
    units,
    heartbeat: async (_, seconds) => seconds,
    onRefused: () => {},
  });
  const sheet = createAnswerSheet({
    course: { id: course.id, attempt: 1 },
    viewerId: nobody,
    async send(question_id, { answer, to }) {
      const response = JSON.stringify({ type: to.type, ...answer });
      const variables = { course_id: course.id, unit_id: to.unit.id, question_id, response };
      return JSON.parse((await execute(GradePreview, variables)).gradePreview) as { isCorrect: boolean } & Review;
    },
  });
  const asked = new Map<number, OpenedUnit["unit"]>();
  return {
    mode: "preview",
    timekeeper,
    sheet,
    preload: async () => {},
    takeTest: createPreviewedTests(course.id, sheet).takeTest,
    placeIn: () => ({ kept: null, keep: () => {} }),
    hold(opened) {
      asked.set(opened.unit.id, opened.unit);
      sheet.hold(opened);
    },
    async complete({ id }) {
      await sheet.flush();
      const reason = findReasonToStay({
        unit: { ...asked.get(id)!, is_complete: false },
        isCorrect: (question) => sheet.get().entries[question]?.isCorrect === true,
        isAnswered: (question) => sheet.get().entries[question]?.given != null,
        isTimeUp: timekeeper.get().spent >= (asked.get(id)?.time_limit ?? 0),
      });
      const time_spent = timekeeper.secondsOn(id);
      if (reason) return { time_spent, answers: [], completion: null, refusal: i18n._(reason) };
      return { time_spent, answers: [], completion: { course_complete: false }, refusal: null };
    },
  };
}

/** Every preview starts fresh: removes the drafts stored on this device for the preview. */
function forgetEarlier() {
  for (const name of Object.keys(localStorage)) {
    if (/^(?:draft|answer):0:/.test(name)) localStorage.removeItem(name);
  }
}
