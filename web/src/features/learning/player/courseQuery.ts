import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { execute } from "../../../app/graphql.ts";
import { hasQueuedTime } from "../../../app/queuedKeys.ts";
import type { OutlineForPlayerFragment } from "../../../gen/graphql.ts";
import { CourseForPlayer } from "./player.documents.ts";
import { toPlayerCourse } from "./units.ts";

/** Whether a learner takes the course, or an author looks at it as a new learner; the first part of the query keys. */
export type Mode = "player" | "preview";

/** Units are read once while the player is open: a second reading would replace what the learner is working on. */
const readOnce = { staleTime: Infinity, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

/**
 * The addresses of a unit's files are good for twelve hours. A unit that was read longer ago is read again when it, or the
 * window, is shown; its answers and drafts are taken over once.
 */
const readBeforeFilesExpire = { ...readOnce, staleTime: 11 * 60 * 60 * 1000, refetchOnWindowFocus: true } as const;

/**
 * Reads the outline of the course and the content of the unit at `order`, or of the one to continue with, and of the
 * unit after it. The queries of these units then find them in the cache.
 */
export const courseQuery = (id: number, mode: Mode = "player", order?: number) =>
  queryOptions({
    queryKey: [mode, id],
    queryFn: async ({ client }) => {
      client.removeQueries({ queryKey: unitKey(mode, id) });
      // The clock is started with the reading, unless time was spent before that has to be reported first.
      const starts = mode === "player" && !hasQueuedTime(id);
      const variables = { id, order: order ?? null, opens: true, starts, preview: mode === "preview" };
      const { course } = await execute(CourseForPlayer, variables);
      if (!course) return null;
      const opened = course.openedUnit;
      for (const each of [opened, opened?.next])
        if (each) client.setQueryData(unitQuery(id, each.unit.id, mode).queryKey, each);
      return toPlayerCourse(course as OutlineForPlayerFragment, {
        id: opened?.unit.id ?? null,
        isStarted: opened?.is_started ?? false,
      });
    },
    gcTime: 0,
    ...readOnce,
  });

const unitKey = (mode: Mode, courseId: number) => [mode, courseId, "unit"] as const;

/** Reads one unit of the course with the learner's responses in it. */
export const unitQuery = (courseId: number, unitId: number, mode: Mode = "player") =>
  queryOptions({
    queryKey: [...unitKey(mode, courseId), unitId],
    queryFn: async () => {
      const variables = { id: courseId, unit_id: unitId, opens: false, starts: false, preview: mode === "preview" };
      return (await execute(CourseForPlayer, variables)).course?.openedUnit ?? null;
    },
    gcTime: Infinity,
    ...readBeforeFilesExpire,
  });

/** Marks a unit complete, and the course if it is, in the course that is shown, until it is read again. */
export function markComplete(
  client: QueryClient,
  courseId: number,
  { unitId, isWhole, mode }: { unitId: number; isWhole: boolean; mode: Mode },
) {
  client.setQueryData(
    courseQuery(courseId, mode).queryKey,
    (read) =>
      read && {
        ...read,
        is_complete: read.is_complete || isWhole,
        became_complete: isWhole && (read.became_complete || !read.is_complete),
        units: read.units.map((unit) => (unit.id === unitId ? { ...unit, is_complete: true } : unit)),
      },
  );
}
