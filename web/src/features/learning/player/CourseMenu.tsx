import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { ArrowLeft, Check } from "lucide-react";
import { useId, useRef } from "react";
import { classes } from "../../../ui/classes.ts";
import { ProgressBar } from "../../../ui/ProgressBar.tsx";
import { useDismissal } from "../../../ui/useDismissal.ts";
import { menuClass } from "./playerClasses.ts";
import { unitKinds, unitTitle } from "./unitLabels.ts";
import type { Mode } from "./courseQuery.ts";
import { toUnitAddress } from "./unitAddress.ts";
import { computeProgress, type OutlineUnit, type PlayerCourse } from "./units.ts";
import { formatPercent } from "../../../ui/format.ts";

type Props = { course: PlayerCourse; mode: Mode; current: OutlineUnit; open: boolean; onClose: () => void };

/** Shows the units of the course: a column on wide screens, a drawer on small ones. */
export function CourseMenu({ course, mode, current, open, onClose }: Props) {
  const { t } = useLingui();
  const panel = useRef<HTMLElement>(null);
  const headingId = useId();
  const { units } = course;
  const percent = computeProgress(units);
  const share = formatPercent(percent);
  useDismissal(panel, open, onClose);

  return (
    <>
      {open && <div aria-hidden className="fixed inset-0 z-20 animate-fade bg-black/40 lg:hidden" />}
      <nav
        ref={panel}
        aria-labelledby={headingId}
        className={classes(
          menuClass,
          "fixed inset-y-0 left-0 z-30 duration-150 lg:sticky lg:top-0 lg:h-dvh",
          // Hidden only after the transition; visible at once when it opens, so that it can take the focus.
          open
            ? "transition-[translate]"
            : "transition-[translate,visibility] max-lg:invisible max-lg:-translate-x-full",
        )}
      >
        <Link
          to={mode === "player" ? "/learner/catalog/course/$id" : "/courses/$id/edit"}
          params={{ id: course.id }}
          className="-ml-2 inline-flex h-9 items-center gap-2 rounded-ctl px-2 text-sm font-medium text-muted hover:bg-sunken hover:text-ink"
        >
          <ArrowLeft size={16} aria-hidden />
          {mode === "player" ? t`Back to the course page` : t`Back to editing`}
        </Link>
        <p className="mt-5 font-display text-2xl leading-tight text-balance">{course.title}</p>
        <div className="mt-4 mb-8 flex items-center gap-3">
          <ProgressBar thin value={percent} label={t`Course progress`} />
          <span className="text-small whitespace-nowrap text-muted tabular-nums">{t`${share} complete`}</span>
        </div>
        <h2 id={headingId} className="mb-3 text-small font-medium text-muted">
          {t`Course Content`}
        </h2>
        <ol>
          {units.map((unit, i) => (
            <Step
              key={unit.id}
              mode={mode}
              courseId={course.id}
              unit={unit}
              number={i + 1}
              isCurrent={unit.id === current.id}
              isLast={i === units.length - 1}
              onPress={() => open && onClose()}
            />
          ))}
        </ol>
      </nav>
    </>
  );
}

type StepProps = {
  mode: Mode;
  courseId: number;
  unit: OutlineUnit;
  /** The place in the list; the order of the units has gaps where some were moved away. */
  number: number;
  isCurrent: boolean;
  isLast: boolean;
  onPress: () => void;
};

/** Shows a unit in the menu and its state. */
function Step({ mode, courseId, unit, number, isCurrent, isLast, onPress }: StepProps) {
  const { t, i18n } = useLingui();
  const kind = unitKinds[unit.__typename];
  const title = unitTitle(unit);
  const Icon = kind.icon;
  return (
    <li className="relative">
      {!isLast && (
        <span
          aria-hidden
          className={classes(
            "absolute top-9 -bottom-2.5 left-[13px]",
            unit.is_complete ? "w-0.5 bg-ok" : "w-px bg-line",
          )}
        />
      )}
      <Link
        {...toUnitAddress(mode, courseId, unit.unit_order)}
        aria-current={isCurrent ? "step" : undefined}
        onClick={onPress}
        className={classes(
          "relative flex gap-3.5 rounded-ctl py-2.5 pr-2",
          isCurrent ? "text-ink" : "text-muted hover:text-ink",
        )}
      >
        <span
          aria-hidden
          className={classes(
            "grid size-7 shrink-0 place-items-center rounded-full border-2 text-xs font-semibold tabular-nums",
            knot(unit.is_complete, isCurrent),
          )}
        >
          {unit.is_complete && !isCurrent ? <Check size={14} strokeWidth={3} /> : number}
        </span>
        <span className="min-w-0 pt-0.5 text-sm leading-snug">
          <span className={isCurrent ? "font-semibold" : undefined}>
            {typeof title === "string" ? title : i18n._(title)}
          </span>
          <span className="mt-0.5 flex flex-wrap items-center gap-x-1.5 text-small text-muted">
            <Icon size={13} aria-hidden />
            {i18n._(kind.label)}
            {unit.is_complete && (
              <span className="ml-1 rounded-full border border-ok px-1.5 text-xs leading-4.5 font-medium text-ok-text">
                {t`Complete`}
              </span>
            )}
          </span>
        </span>
      </Link>
    </li>
  );
}

function knot(isComplete: boolean, isCurrent: boolean) {
  if (isCurrent) return classes("bg-brand text-on-brand", isComplete ? "border-ok" : "border-brand");
  return isComplete ? "border-ok bg-ok text-surface" : "border-line-strong bg-bg";
}
