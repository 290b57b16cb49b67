import { useLingui } from "@lingui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { findReasonToStay } from "./advance.ts";
import { markComplete, unitQuery } from "./courseQuery.ts";
import type { PlayerSession } from "./session.ts";
import { toUnitAddress } from "./unitAddress.ts";
import { findNeighbours, type PlayerCourse, type Unit } from "./units.ts";

/** What a button that continues needs. */
export type Advance = { start: () => void; isPending: boolean };

type Options = { course: PlayerCourse; unit: Unit; session: PlayerSession };

/**
 * Runs 'Next': checks what the page knows, has the server store the answers and mark the unit complete in one request,
 * and opens the next unit or the course page. Its error says why the learner cannot continue.
 */
export function useAdvance({ course, unit, session }: Options): Advance & { error: Error | null } {
  const { i18n } = useLingui();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { sheet, timekeeper } = session;
  const { next } = findNeighbours(course.units, unit);
  const afterNext = next && findNeighbours(course.units, next).next;
  // On a slow network the learner may go elsewhere before the server answers, and stays there.
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);

  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      if (unit.is_complete) return { completion: { course_complete: course.is_complete }, read: null };
      giveDrafts(unit, session);
      const early = sheet.get().unsaved === 0 && findReason(timekeeper.get().spent);
      if (early) throw new Error(i18n._(early));
      // Both at once, so that they share a request.
      const following = { opens: next?.id ?? null, ahead: afterNext && isUnread(afterNext.id) ? afterNext.id : null };
      const [{ completion, refusal, unit: read }] = await Promise.all([
        session.complete(unit, following),
        sheet.flush(),
      ]);
      if (completion) return { completion, read };
      const late = findReason(timekeeper.get().credited);
      throw new Error(late ? i18n._(late) : (refusal ?? ""));
    },
    onSuccess: async ({ completion: { course_complete: isWhole }, read }) => {
      if (read) queries.setQueryData(unitQuery(course.id, read.unit.id, session.mode).queryKey, read);
      markComplete(queries, course.id, { unitId: unit.id, isWhole, mode: session.mode });
      if (session.mode === "player") {
        // Every other screen with progress is read again when it is opened.
        void queries.invalidateQueries({ predicate: ({ queryKey: [name] }) => name !== "player" && name !== "viewer" });
      }
      if (!isShown.current) return;
      if (next) await navigate(toUnitAddress(session.mode, course.id, next.unit_order));
      else if (session.mode === "player")
        await navigate({
          to: "/learner/catalog/course/$id",
          params: { id: course.id },
          search: isWhole && (course.became_complete || !course.is_complete) ? { completed: true } : {},
        });
    },
  });
  // A unit may be completed without this button, for example by its package; an earlier error no longer applies then.
  return { start: () => mutate(), isPending, error: unit.is_complete ? null : error };

  function isUnread(id: number) {
    return queries.getQueryData(unitQuery(course.id, id, session.mode).queryKey) === undefined;
  }

  function findReason(spent: number) {
    return findReasonToStay({
      unit,
      isCorrect: (id) => sheet.get().entries[id]?.isCorrect === true,
      isAnswered: (id) => sheet.get().entries[id]?.given != null,
      isTimeUp: spent >= (unit.time_limit ?? 0),
    });
  }
}

/** Submits the answers that the learner changed since they submitted them last; a test submits its own. */
function giveDrafts(unit: Unit, { sheet }: PlayerSession) {
  if (unit.__typename === "TestUnitType") return;
  for (const question of unit.tests) {
    const entry = sheet.get().entries[question.id];
    if (entry && entry.draft !== entry.given) sheet.give(question);
  }
}
