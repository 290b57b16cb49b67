import { useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { PanelLeft } from "lucide-react";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { AccountButton } from "../../../app/AccountButton.tsx";
import { Organisation } from "../../../app/Organisation.tsx";
import { getMessage } from "../../../app/errors.ts";
import { useQueuedAnswers } from "../../../app/queuedAnswers.ts";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { CompletionNotice } from "../CompletionNotice.tsx";
import { CourseMenu } from "./CourseMenu.tsx";
import { type Mode, unitQuery } from "./courseQuery.ts";
import { frameClass, lessonClass } from "./playerClasses.ts";
import type { PlayerSession } from "./session.ts";
import { toUnitAddress } from "./unitAddress.ts";
import { UnitPage } from "./UnitPage.tsx";
import { findNeighbours, findUnit, type OutlineUnit, type PlayerCourse } from "./units.ts";

type Props = {
  course: PlayerCourse;
  unitOrder: number | undefined;
  /** Creates the session when the player opens. */
  openSession: (onRefused: (error: unknown) => void) => PlayerSession;
  /** Is shown above the player, after the skip link. */
  above?: ReactNode;
};

/** Shows the course player: side menu, top bar and one unit. */
export function Player({ course, unitOrder, openSession, above }: Props) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const unit = findUnit(course, unitOrder);
  const [session] = useState(() => openSession((error) => setRefusal(getMessage(error))));
  useQueuedAnswers(course.id);
  useAddress(session.mode, course.id, unitOrder, unit?.unit_order);
  useEffect(() => {
    session.sheet.start();
    return () => session.sheet.stop();
  }, [session]);
  useEffect(() => {
    const timer = setTimeout(() => void session.preload(), 1500);
    return () => clearTimeout(timer);
  }, [session]);

  if (!unit) return null;
  return (
    <>
      <a
        href="#unit"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-ctl focus:bg-raised focus:p-3 focus:shadow-float"
      >
        {t`Skip to content`}
      </a>
      {above}
      <div className={frameClass}>
        <CourseMenu
          course={course}
          mode={session.mode}
          current={unit}
          open={isOpen}
          onClose={() => {
            setOpen(false);
            toggle.current?.focus();
          }}
        />
        <div className="flex min-h-dvh min-w-0 flex-col">
          <header className="flex h-16 shrink-0 items-center gap-3 px-5 lg:px-10 print:hidden">
            <button
              ref={toggle}
              type="button"
              aria-label={t`Course Content`}
              aria-expanded={isOpen}
              onClick={() => setOpen(true)}
              className="-ml-2 grid size-10 shrink-0 place-items-center rounded-ctl hover:bg-sunken lg:hidden"
            >
              <PanelLeft size={20} aria-hidden />
            </button>
            <Organisation compact className="lg:hidden" />
            <p className="min-w-0 truncate text-sm text-muted lg:hidden" title={course.title}>
              {course.title}
            </p>
            <AccountButton />
          </header>
          <p className="hidden text-sm text-muted print:block">{course.title}</p>
          {course.became_complete && session.mode === "player" && (
            <div className={`${lessonClass} pt-4`}>
              <CompletionNotice course={course} />
            </div>
          )}
          <ShownUnit key={unit.id} course={course} unit={unit} session={session} refusal={refusal} />
        </div>
      </div>
    </>
  );
}

type UnitProps = { course: PlayerCourse; unit: OutlineUnit; session: PlayerSession; refusal: string | null };

/** Loads a unit, shows it, and then loads the next one. */
function ShownUnit({ course, unit, session, refusal }: UnitProps) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(unitQuery(course.id, unit.id, session.mode));
  const [isHeld, setHeld] = useState(false);
  const nextId = findNeighbours(course.units, unit).next?.id;
  useLayoutEffect(() => {
    if (!data) return;
    session.hold(data);
    setHeld(true);
  }, [data, session]);
  useEffect(() => {
    if (isHeld && nextId !== undefined) void queries.prefetchQuery(unitQuery(course.id, nextId, session.mode));
  }, [isHeld, nextId, queries, course.id, session.mode]);

  // What is shown stays when it could not be read again.
  if ((error && !data) || data === null)
    return (
      <main id="unit" className="grid flex-1 place-items-center">
        <ErrorState
          title={t`The unit could not be loaded.`}
          detail={error ? getMessage(error) : t`It may have been removed from the course.`}
          onRetry={() => void refetch()}
        />
      </main>
    );
  if (!data || !isHeld)
    return (
      <main id="unit" aria-busy className={`${lessonClass} flex-1 pt-4 lg:pt-9`}>
        <h1 className="sr-only">{t`Loading the unit…`}</h1>
        <Skeleton className="h-9 w-4/5" />
        <Skeleton className="mt-8 h-72 rounded-card" />
      </main>
    );
  // Whether it is complete changes while it is open.
  const shown = { ...data.unit, is_complete: unit.is_complete };
  return <UnitPage course={course} unit={shown} session={session} refusal={refusal} />;
}

/** Writes the position of the shown unit into the address when it has none or an unknown one. */
function useAddress(mode: Mode, courseId: number, given: number | undefined, shown: number | undefined) {
  const navigate = useNavigate();
  useEffect(() => {
    if (shown === undefined || given === shown) return;
    void navigate({ ...toUnitAddress(mode, courseId, shown), replace: true });
  }, [navigate, mode, courseId, given, shown]);
}
