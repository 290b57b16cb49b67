import { useLingui } from "@lingui/react/macro";
import { Check } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Button } from "../../../ui/Button.tsx";
import { classes } from "../../../ui/classes.ts";
import { ProgressBar } from "../../../ui/ProgressBar.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { RichText } from "../../../ui/text/RichText.tsx";
import { reasonToStay } from "../player/advance.ts";
import { Countdown } from "../player/Countdown.tsx";
import { lessonClass } from "../player/playerClasses.ts";
import type { PlayerSession } from "../player/session.ts";
import { unitKinds, unitTitle } from "../player/unitLabels.ts";
import { percentComplete, unitsOf, type PlayerCourse, type Unit } from "../player/units.ts";
import { UnitViewer } from "../player/UnitViewer.tsx";
import { createPreviewSession } from "./previewSession.ts";

const TestUnit = lazy(async () => ({ default: (await import("../test/TestUnit.tsx")).TestUnit }));
const EmbeddedTests = lazy(async () => ({ default: (await import("../player/EmbeddedTests.tsx")).EmbeddedTests }));

/** The player's parts around a session that keeps nothing. Every unit can be opened, in whatever order. */
export function Preview({ course }: { course: PlayerCourse }) {
  const { t, i18n } = useLingui();
  const [done, setDone] = useState<ReadonlySet<number>>(new Set());
  const units = unitsOf(course).map((unit) => ({ ...unit, is_complete: done.has(unit.id) }));
  const [at, setAt] = useState(0);
  const [session] = useState(() => createPreviewSession(course, unitsOf(course)));
  const percent = percentComplete(units);
  const unit = units[at]!;
  useEffect(() => {
    session.sheet.start();
    return () => session.sheet.stop();
  }, [session]);

  return (
    <div className="lg:grid lg:grid-cols-[320px_minmax(0,1fr)]">
      <nav aria-label={t`Course Content`} className="border-line px-6 py-6 lg:min-h-[calc(100dvh-60px)] lg:border-r">
        <p className="font-display text-2xl leading-tight text-balance">{course.title}</p>
        <div className="mt-4 mb-6 flex items-center gap-3">
          <ProgressBar thin value={percent} label={t`Course progress`} />
          <span className="text-small whitespace-nowrap text-muted tabular-nums">{t`${percent}% complete`}</span>
        </div>
        <ol className="grid gap-0.5">
          {units.map((each, index) => {
            const title = unitTitle(each);
            const Icon = unitKinds[each.__typename].icon;
            return (
              <li key={each.id}>
                <button
                  type="button"
                  aria-current={index === at ? "step" : undefined}
                  onClick={() => setAt(index)}
                  className={classes(
                    "flex w-full items-center gap-3 rounded-ctl px-3 py-2 text-left text-sm",
                    index === at ? "bg-brand-soft font-semibold text-brand-text" : "hover:bg-sunken",
                  )}
                >
                  <Icon size={16} aria-hidden className="shrink-0" />
                  <span className="min-w-0 flex-1 break-words">
                    {typeof title === "string" ? title : i18n._(title)}
                  </span>
                  {each.is_complete && <Check size={15} aria-label={t`Complete`} className="shrink-0 text-ok-text" />}
                </button>
              </li>
            );
          })}
        </ol>
      </nav>
      <PreviewUnit
        key={unit.id}
        course={course}
        unit={unit}
        session={session}
        place={at + 1}
        count={units.length}
        onBack={at > 0 ? () => setAt(at - 1) : undefined}
        onNext={() => {
          setDone(new Set([...done, unit.id]));
          setAt(Math.min(units.length - 1, at + 1));
        }}
      />
    </div>
  );
}

type Props = {
  course: PlayerCourse;
  unit: Unit;
  session: PlayerSession;
  place: number;
  count: number;
  onBack: (() => void) | undefined;
  onNext: () => void;
};

function PreviewUnit({ course, unit, session, place, count, onBack, onNext }: Props) {
  const { t, i18n } = useLingui();
  const { timekeeper, sheet } = session;
  const time = useSyncExternalStore(timekeeper.subscribe, timekeeper.get);
  const answers = useSyncExternalStore(sheet.subscribe, sheet.get);
  const [reason, setReason] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => timekeeper.open(unit.id), [timekeeper, unit.id]);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const isTest = unit.__typename === "TestUnitType";
  const title = unitTitle(unit);
  const words = typeof title === "string" ? title : i18n._(title);

  return (
    <main className="flex min-w-0 flex-col">
      <div className={classes(lessonClass, "flex-1 pt-8 pb-14")}>
        <p className="mb-1.5 text-sm text-muted">
          {t`Unit ${place} of ${count}`} · {i18n._(unitKinds[unit.__typename].label)}
        </p>
        <h1
          ref={heading}
          tabIndex={-1}
          className="mb-7 font-display text-heading leading-tight font-medium break-words outline-none"
        >
          {words}
        </h1>
        <Suspense fallback={<Skeleton className="h-72 rounded-card" />}>
          {unit.__typename === "AssignmentUnitType" ? (
            <>
              <RichText content={unit.content} />
              <p className="mt-8 rounded-card border border-line bg-surface p-5 text-sm text-muted">
                {t`Here learners hand in a text or a file.`}
              </p>
            </>
          ) : (
            !isTest && (
              <UnitViewer courseId={course.id} attempt={course.attempt} unit={unit} title={words} session={session} />
            )
          )}
          {isTest ? (
            <TestUnit
              courseId={course.id}
              unit={{ ...unit, draws: [] }}
              answers={answers}
              sheet={sheet}
              advance={{ start: advance, isPending: false }}
            />
          ) : (
            unit.tests.length > 0 && <EmbeddedTests questions={unit.tests} answers={answers} sheet={sheet} />
          )}
        </Suspense>
      </div>
      <footer className="sticky bottom-0 border-t border-line bg-bg px-5 py-3.5 sm:px-8">
        {reason && (
          <p role="alert" className="mb-3 text-sm font-medium text-danger">
            {reason}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-4">
          {onBack && (
            <Button kind="quiet" onClick={onBack}>
              {t`Back`}
            </Button>
          )}
          <span className="ml-auto text-small text-muted">
            {time.unitId === unit.id && unit.time_limit ? <Countdown unit={unit} time={time} /> : null}
          </span>
          {!isTest && <Button onClick={advance}>{t`Next`}</Button>}
        </div>
      </footer>
    </main>
  );

  function advance() {
    const stay = reasonToStay({
      unit,
      isCorrect: (id) => sheet.get().entries[id]?.isCorrect === true,
      isTimeUp: timekeeper.get().credited >= (unit.time_limit ?? 0),
    });
    setReason(stay && i18n._(stay));
    if (!stay) onNext();
  }
}
