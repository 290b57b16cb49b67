import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { DueNote } from "../../../app/due/DueStatus.tsx";
import type { MyLearningPathQuery } from "../../../gen/graphql.ts";
import { classes } from "../../../ui/classes.ts";
import { formatLongDate, formatPercent } from "../../../ui/format.ts";
import { StatusDot } from "../../../ui/StatusDot.tsx";
import { useRuleText } from "../ruleTexts.ts";
import { type Knot, WayStation } from "./WayLine.tsx";

type Path = MyLearningPathQuery["myLearningPath"];
type Section = Path["sections"][number];
type StationOfPath = Section["stations"][number];

/** Shows the way: the courses of each section as stations along a line. */
export function WaySections({ path }: { path: Path }) {
  const { t } = useLingui();
  const ruleText = useRuleText();
  const counts = path.sections.map(({ stations }) => stations.length);
  const total = counts.reduce((sum, count) => sum + count, 0);
  return (
    <div className="grid gap-8">
      {path.sections.map((section, index) => {
        const before = counts.slice(0, index).reduce((sum, count) => sum + count, 0);
        const isWaiting = path.is_sequential && path.sections.slice(0, index).some(({ is_met }) => !is_met);
        const { title, stations, needed, done, in_order, is_met } = section;
        return (
          <section key={section.id} aria-labelledby={`section-${section.id}`}>
            <h2 id={`section-${section.id}`} className="text-large font-semibold">
              {title || (path.sections.length > 1 ? t`Section ${index + 1}` : t`Courses`)}
            </h2>
            <p className="mt-0.5 mb-5 flex flex-wrap gap-x-4 gap-y-1 text-small text-muted">
              <span>{ruleText({ needed, in_order, courses: stations.length })}</span>
              {path.is_assigned &&
                (is_met ? (
                  <StatusDot tone="ok" label={t`Section completed`} />
                ) : (
                  <span className="tabular-nums">{t`${done} of ${needed} completed`}</span>
                ))}
            </p>
            <ol>
              {stations.map((station, nth) => (
                <StationRow
                  key={station.id}
                  station={station}
                  index={before + nth}
                  isLast={before + nth === total - 1}
                  isShown={path.is_assigned}
                  lockedBy={isWaiting ? "section" : "course"}
                />
              ))}
            </ol>
          </section>
        );
      })}
      {total > 0 && (
        <p className="sr-only">{t`${plural(total, { one: "# course in all", other: "# courses in all" })}`}</p>
      )}
    </div>
  );
}

type RowProps = {
  station: StationOfPath;
  index: number;
  isLast: boolean;
  /** Whether the learner is assigned, so that it says where they are. */
  isShown: boolean;
  lockedBy: "section" | "course";
};

function StationRow({ station, index, isLast, isShown, lockedBy }: RowProps) {
  const { t } = useLingui();
  const { id, is_next } = station;
  const title = station.title || t`Untitled Course`;
  const isOpen = isShown && station.state !== "locked" && station.is_published;
  const knot: Knot = isShown ? (is_next ? "next" : toKnot(station)) : "open";
  return (
    <li className="relative pb-7 pl-14" aria-current={isShown && is_next ? "step" : undefined}>
      <WayStation knot={knot} index={index} isLast={isLast} />
      <h3 className={classes("leading-snug", is_next && isShown ? "font-display text-title" : "font-medium")}>
        {isOpen ? (
          <Link
            to="/learner/catalog/course/$id"
            params={{ id }}
            search={{ from: "myCourses" }}
            className="rounded-sm underline decoration-line-strong underline-offset-4 hover:decoration-current"
          >
            {title}
          </Link>
        ) : (
          <span className={isShown ? "text-muted" : undefined}>{title}</span>
        )}
      </h3>
      {isShown && (
        <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-small text-muted">
          <span className={is_next ? "font-semibold text-ink" : undefined}>{stateText()}</span>
          {station.state !== "done" && station.due_status && (
            <span className="text-ink">
              <DueNote {...station} />
            </span>
          )}
        </p>
      )}
    </li>
  );

  function stateText(): string {
    const { state, completed_at, progress, status } = station;
    if (state === "done") return completed_at ? t`Completed on ${formatLongDate(completed_at)}` : t`Completed`;
    if (!station.is_published) return t`Locked: not available yet`;
    if (state === "locked")
      return lockedBy === "section"
        ? t`Locked: opens when the section before is complete`
        : t`Locked: opens when the course before is complete`;
    const part = formatPercent(progress);
    if (is_next) return status === "in_progress" ? t`Next step, ${part} done` : t`Next step`;
    if (state === "optional") return t`Optional: the section is complete without it`;
    return status === "in_progress" ? t`Open, ${part} done` : t`Open`;
  }
}

function toKnot({ state, is_published }: StationOfPath): Knot {
  if (state === "done" || state === "optional") return state;
  return state === "locked" || !is_published ? "locked" : "open";
}
