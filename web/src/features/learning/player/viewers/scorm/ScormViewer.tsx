import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { ExternalLink, Play } from "lucide-react";
import { Suspense, useCallback, useMemo, useState } from "react";
import { execute } from "../../../../../app/graphql.ts";
import { useViewer } from "../../../../../app/session.ts";
import { Button } from "../../../../../ui/Button.tsx";
import { lazyPart } from "../../../../../ui/lazyPart.tsx";
import type { PlayerCourse, UnitOf } from "../../units.ts";
import { CourseOfAus, LaunchAu, LaunchScorm, UnitsDone } from "./scorm.documents.ts";

const ScormWindow = lazyPart(async () => ({
  default: (await import("../../../../../app/scorm/ScormWindow.tsx")).ScormWindow,
}));

type Props = { courseId: number; unit: UnitOf<"ScormUnitType">; title: string };

/** Shows a package: 'Start' opens it in its own window; when that closes, the unit shows the result. */
export function ScormViewer({ courseId, unit, title }: Props) {
  const { t } = useLingui();
  const { id: viewerId } = useViewer();
  const queries = useQueryClient();
  /** Where the package runs: in a frame, or in a window opened for it. */
  const [running, setRunning] = useState<{ own: Window | null } | null>(null);
  const [isBlocked, setBlocked] = useState(false);
  const unitId = unit.id;

  const launch = useCallback(
    async () => (await execute(LaunchScorm, { course_id: courseId, unit_id: unitId })).launchScorm,
    [courseId, unitId],
  );
  const parts = useMemo(
    () => ({
      key: `${viewerId}:${unitId}`,
      read: async () => (await execute(CourseOfAus, { course_id: courseId, unit_id: unitId })).cmi5Course,
      launch: async (au: string) => (await execute(LaunchAu, { course_id: courseId, unit_id: unitId, au })).launchAu,
    }),
    [courseId, unitId, viewerId],
  );
  const closed = useCallback(() => {
    setRunning(null);
    void refresh().catch((error: unknown) => console.warn("What the package has reported could not be read.", error));

    async function refresh() {
      const { course } = await execute(UnitsDone, { id: courseId });
      if (!course?.units.some(({ id, is_complete }) => id === unitId && is_complete)) return;
      // By key alone: an import from the player would become a separate file, loaded with every course.
      queries.setQueryData<PlayerCourse>(
        ["player", courseId],
        (read) => read && withDone(read, unitId, course.is_complete),
      );
      void queries.invalidateQueries({ predicate: ({ queryKey: [name] }) => name !== "player" && name !== "viewer" });
    }
  }, [courseId, unitId, queries]);

  /**
   * For content that looks for its run-time only in the topmost window, or that does not want a frame. Runs within the
   * click, otherwise the browser blocks it.
   */
  function startApart() {
    const own = window.open("", "_blank", "popup");
    setBlocked(own === null);
    if (own) setRunning({ own });
  }

  if (unit.scorm_id == null) return <p className="text-muted">{t`No package available for this unit.`}</p>;
  return (
    <div className="grid justify-items-start gap-4 rounded-card border border-line bg-surface p-6">
      <p className="text-muted">
        {unit.is_complete
          ? t`You have completed this unit. You may open it again at any time.`
          : t`This unit opens in a window of its own. Your progress is saved as you go.`}
      </p>
      <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:w-full">
        <Button size="large" onClick={() => setRunning({ own: null })}>
          <Play size={18} aria-hidden />
          {t`Start`}
        </Button>
        <Button size="large" kind="quiet" onClick={startApart}>
          <ExternalLink size={18} aria-hidden />
          {t`Start in a separate browser window`}
        </Button>
      </div>
      {isBlocked && (
        <p role="alert" className="text-sm text-danger">
          {t`Your browser has not let the window open.`}
        </p>
      )}
      {running && (
        <Suspense>
          <ScormWindow
            title={title}
            launch={launch}
            parts={parts}
            storageKey={parts.key}
            own={running.own}
            onClosed={closed}
          />
        </Suspense>
      )}
    </div>
  );
}

const withDone = (course: PlayerCourse, unitId: number, isWhole: boolean): PlayerCourse => ({
  ...course,
  is_complete: course.is_complete || isWhole,
  became_complete: isWhole && (course.became_complete || !course.is_complete),
  units: course.units.map((unit) => (unit.id === unitId ? { ...unit, is_complete: true } : unit)),
});
