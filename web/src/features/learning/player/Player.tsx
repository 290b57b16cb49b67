import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "../../../router/index.ts";
import { PanelLeft } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { AccountButton } from "../../../app/AccountButton.tsx";
import { messageOf } from "../../../app/errors.ts";
import { useViewer } from "../../../app/session.ts";
import { useWaitingAnswers } from "../../../app/waitingAnswers.ts";
import { CourseMenu } from "./CourseMenu.tsx";
import { frameClass } from "./playerClasses.ts";
import { createSession } from "./session.ts";
import { UnitPage } from "./UnitPage.tsx";
import { unitAt, unitsOf, type PlayerCourse } from "./units.ts";

/** The course player: side menu, top bar, and one unit. */
export function Player({ course, unitOrder }: { course: PlayerCourse; unitOrder: number | undefined }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { id: viewerId } = useViewer();
  const units = unitsOf(course);
  const unit = unitAt(units, unitOrder, course.last_unit_id);
  const [session] = useState(() =>
    createSession({ course, units, viewerId, onRefused: (error) => setRefusal(messageOf(error)) }),
  );
  useWaitingAnswers(course.id);
  useAddress(course.id, unitOrder, unit?.unit_order);
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
    <div className={frameClass}>
      <a
        href="#unit"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-ctl focus:bg-raised focus:p-3 focus:shadow-float"
      >
        {t`Skip to content`}
      </a>
      <CourseMenu
        course={course}
        units={units}
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
          <p className="min-w-0 truncate text-sm text-muted lg:hidden">{course.title}</p>
          <AccountButton />
        </header>
        <p className="hidden text-sm text-muted print:block">{course.title}</p>
        <UnitPage key={unit.id} course={course} units={units} unit={unit} session={session} refusal={refusal} />
      </div>
    </div>
  );
}

/** Puts the unit that is shown into the address, when that names none or one that is not there. */
function useAddress(courseId: number, given: number | undefined, shown: number | undefined) {
  const navigate = useNavigate();
  useEffect(() => {
    if (shown === undefined || given === shown) return;
    void navigate({
      to: "/learner/course/$course/unit/{-$unit_order}",
      params: { course: courseId, unit_order: shown },
      replace: true,
    });
  }, [navigate, courseId, given, shown]);
}
