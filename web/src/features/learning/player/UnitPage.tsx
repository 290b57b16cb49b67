import { useLingui } from "@lingui/react/macro";
import { Suspense, useEffect, useRef, useSyncExternalStore } from "react";
import { loadTexts } from "../../../app/i18n.ts";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { lazyPart } from "../../../ui/lazyPart.tsx";
import { lessonClass } from "./playerClasses.ts";
import type { PlayerSession } from "./session.ts";
import { UnitFooter } from "./UnitFooter.tsx";
import { unitKinds, unitTitle } from "./unitLabels.ts";
import { UnitViewer } from "./UnitViewer.tsx";
import { useAdvance } from "./useAdvance.ts";
import type { PlayerCourse, Unit } from "./units.ts";

// Most units have no questions, and these are half of the player's code.
const TestUnit = lazyPart(async () => ({ default: (await import("../test/TestUnit.tsx")).TestUnit }));
/** With its texts: most tests are not taken in attempts. */
const TestAttempts = lazyPart(async () => {
  const [{ TestAttempts }] = await Promise.all([import("./viewers/test/TestAttempts.tsx"), loadTexts("viewers")]);
  return { default: TestAttempts };
});
const EmbeddedTests = lazyPart(async () => ({ default: (await import("./EmbeddedTests.tsx")).EmbeddedTests }));

type Props = {
  course: PlayerCourse;
  unit: Unit;
  session: PlayerSession;
  /** The server's message when it accepts no more time or answers from this learner. */
  refusal: string | null;
};

/** Shows a unit with its questions, its countdown and its navigation. */
export function UnitPage({ course, unit, session, refusal }: Props) {
  const { t, i18n } = useLingui();
  const heading = useFocusAfterNavigation();
  const { timekeeper, sheet } = session;
  const time = useSyncExternalStore(timekeeper.subscribe, timekeeper.get);
  const answers = useSyncExternalStore(sheet.subscribe, sheet.get);
  useEffect(() => timekeeper.open(unit.id), [timekeeper, unit.id]);

  const advance = useAdvance({ course, unit, session });
  const isTest = unit.__typename === "TestUnitType";
  const title = unitTitle(unit);
  const { units } = course;
  const place = units.findIndex(({ id }) => id === unit.id) + 1;

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
            {isTest && unit.test ? (
              <TestAttempts
                courseId={course.id}
                unit={unit}
                test={unit.test}
                answers={answers}
                session={session}
                advance={advance}
              />
            ) : isTest ? (
              <TestUnit courseId={course.id} unit={unit} answers={answers} session={session} advance={advance} />
            ) : (
              unit.tests.length > 0 && <EmbeddedTests questions={unit.tests} answers={answers} sheet={sheet} />
            )}
          </Suspense>
        </div>
      </main>
      <UnitFooter
        course={course}
        mode={session.mode}
        unit={unit}
        time={time.unitId === unit.id && !isTest ? time : null}
        answers={answers}
        error={advance.error?.message ?? refusal}
        advance={isTest ? null : advance}
      />
    </>
  );
}

/** Moves the focus to the title after navigation, so that screen readers start there. */
function useFocusAfterNavigation() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hasOpenedUnit) heading.current?.focus({ preventScroll: true });
    hasOpenedUnit = true;
  }, []);
  return heading;
}

let hasOpenedUnit = false;
