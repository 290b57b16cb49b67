import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from "react";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { lessonClass } from "./playerClasses.ts";
import type { PlayerSession } from "./session.ts";
import { UnitFooter } from "./UnitFooter.tsx";
import { unitKinds, unitTitle } from "./unitLabels.ts";
import { UnitViewer } from "./UnitViewer.tsx";
import { useAdvance } from "./useAdvance.ts";
import type { PlayerCourse, Unit } from "./units.ts";

// Most units have no questions, and these are half of the player.
const TestUnit = lazy(async () => ({ default: (await import("../test/TestUnit.tsx")).TestUnit }));
const EmbeddedTests = lazy(async () => ({ default: (await import("./EmbeddedTests.tsx")).EmbeddedTests }));

type Props = {
  course: PlayerCourse;
  units: Unit[];
  unit: Unit;
  session: PlayerSession;
  /** The server's words, when it takes no more time or answers of this person. */
  refusal: string | null;
};

/** One unit with what belongs to it: its questions, its countdown, and the ways on and back. */
export function UnitPage({ course, units, unit, session, refusal }: Props) {
  const { t, i18n } = useLingui();
  const heading = useFocusAfterNavigation();
  const { timekeeper, sheet } = session;
  const time = useSyncExternalStore(timekeeper.subscribe, timekeeper.get);
  const answers = useSyncExternalStore(sheet.subscribe, sheet.get);
  useEffect(() => timekeeper.open(unit.id), [timekeeper, unit.id]);

  const advance = useAdvance({ course, units, unit, session });
  const isTest = unit.__typename === "TestUnitType";
  const title = unitTitle(unit);
  const place = units.indexOf(unit) + 1;

  return (
    <>
      <main id="unit" tabIndex={-1} className="flex-1 pt-4 pb-16 outline-none lg:pt-9">
        <div className={lessonClass}>
          <p className="mb-1.5 text-sm text-muted">
            {t`Unit ${place} of ${units.length}`} · {i18n._(unitKinds[unit.__typename].label)}
          </p>
          <h1
            ref={heading}
            tabIndex={-1}
            className="mb-7 font-display text-heading leading-tight font-medium tracking-[-0.01em] outline-none"
          >
            {typeof title === "string" ? title : i18n._(title)}
          </h1>
          <Suspense fallback={<Skeleton className="h-72 rounded-card" />}>
            {!isTest && (
              <UnitViewer
                courseId={course.id}
                attempt={course.attempt}
                unit={unit}
                title={typeof title === "string" ? title : i18n._(title)}
                session={session}
              />
            )}
            {isTest ? (
              <TestUnit courseId={course.id} unit={unit} answers={answers} sheet={sheet} advance={advance} />
            ) : (
              unit.tests.length > 0 && <EmbeddedTests questions={unit.tests} answers={answers} sheet={sheet} />
            )}
          </Suspense>
        </div>
      </main>
      <UnitFooter
        courseId={course.id}
        unit={unit}
        units={units}
        time={time.unitId === unit.id ? time : null}
        answers={answers}
        error={advance.error?.message ?? refusal}
        advance={isTest ? null : advance}
      />
    </>
  );
}

/** The unit's title gets the focus when one comes from another unit, so that screen readers start there. */
function useFocusAfterNavigation() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hasOpenedUnit) heading.current?.focus({ preventScroll: true });
    hasOpenedUnit = true;
  }, []);
  return heading;
}

let hasOpenedUnit = false;
