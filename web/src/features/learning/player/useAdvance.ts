import { useLingui } from "@lingui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "../../../router/index.ts";
import { leavesByTime, reasonToStay } from "./advance.ts";
import { courseQuery } from "./courseQuery.ts";
import { completeUnit, storeCompletionByTime } from "./responses.ts";
import type { PlayerSession } from "./session.ts";
import { neighbours, withComplete, type PlayerCourse, type Unit } from "./units.ts";

/** What a button for going on needs. */
export type Advance = { start: () => void; isPending: boolean };

type Options = { course: PlayerCourse; units: Unit[]; unit: Unit; session: PlayerSession };

/**
 * 'Next': gives in what has been answered, checks what can be known here, has the server mark the unit complete, and goes
 * on to the next unit or back to the course page. Its error says why one has to stay.
 */
export function useAdvance({ course, units, unit, session }: Options): Advance & { error: Error | null } {
  const { i18n } = useLingui();
  const navigate = useNavigate();
  const queries = useQueryClient();

  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      if (unit.is_complete) return;
      await settle(unit, session);
      const reason = reasonToStay({
        unit,
        isCorrect: (id) => session.sheet.get().entries[id]?.isCorrect === true,
        isTimeUp: session.timekeeper.get().credited >= (unit.time_limit ?? 0),
      });
      if (reason) throw new Error(i18n._(reason));
      if (leavesByTime(unit)) {
        await storeCompletionByTime(course.id, unit, session.timekeeper.secondsOn(unit.id));
      }
      await completeUnit(course.id, unit);
    },
    onSuccess: async () => {
      queries.setQueryData(courseQuery(course.id).queryKey, (read) => read && withComplete(read, unit.id));
      // Every other screen that tells of progress is read anew when it is opened.
      void queries.invalidateQueries({ predicate: ({ queryKey: [name] }) => name !== "player" && name !== "viewer" });
      const { next } = neighbours(units, unit);
      if (next) {
        await navigate({
          to: "/learner/course/$course/unit/{-$unit_order}",
          params: { course: course.id, unit_order: next.unit_order },
        });
      } else {
        await navigate({ to: "/learner/catalog/course/$id", params: { id: course.id } });
      }
    },
  });
  // A unit may be completed beside this button, as by its package: what kept one from going on holds no longer.
  return { start: () => mutate(), isPending, error: unit.is_complete ? null : error };
}

/** Brings the server up to date with what is on the page. */
async function settle(unit: Unit, { sheet, timekeeper }: PlayerSession) {
  if (unit.__typename !== "TestUnitType") {
    for (const question of unit.tests) {
      const entry = sheet.get().entries[question.id];
      if (entry && entry.draft !== entry.given) sheet.give(question);
    }
  }
  await sheet.flush();
  const isOver = unit.time_limit && timekeeper.get().spent >= unit.time_limit;
  if (isOver && timekeeper.get().credited < (unit.time_limit ?? 0)) await timekeeper.tell();
}
