import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { ArrowRight } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useScreenExists } from "../../app/links.ts";
import { useViewer } from "../../app/session.ts";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { formatLongDate } from "../../ui/format.ts";
import { linkTo } from "../../ui/linkTo.ts";
import { nextStep, type PathCourse } from "./nextStep.ts";

/** Greets the learner and links to the next step. `courses` starts with the latest enrolment. */
export function NextStepHeader({ courses, hasAvailable }: { courses: PathCourse[]; hasAvailable: boolean }) {
  const { t } = useLingui();
  const exists = useScreenExists();
  const step = nextStep(courses, hasAvailable);
  const title = "course" in step ? step.course.title || t`Untitled Course` : "";
  const action = wayOn();

  return (
    <NextStepFrame>
      <h1 className="max-w-[24ch] font-display text-[34px] leading-[1.1] font-medium tracking-[-0.015em] sm:text-hero">
        {sentence()}
      </h1>
      {action && exists(action.to) && (
        <ButtonLink {...linkTo(action.to)} className="mt-6">
          {action.label}
          <ArrowRight size={16} aria-hidden />
        </ButtonLink>
      )}
    </NextStepFrame>
  );

  function sentence() {
    switch (step.kind) {
      case "due": {
        const day = formatLongDate(step.course.due_on ?? "");
        return step.isOverdue ? t`${title} is overdue since ${day}.` : t`${title} is due on ${day}.`;
      }
      case "finish":
        return plural(step.unitsLeft, {
          1: `You are one unit from finishing ${title}.`,
          2: `You are two units from finishing ${title}.`,
          3: `You are three units from finishing ${title}.`,
          4: `You are four units from finishing ${title}.`,
          5: `You are five units from finishing ${title}.`,
          6: `You are six units from finishing ${title}.`,
          7: `You are seven units from finishing ${title}.`,
          8: `You are eight units from finishing ${title}.`,
          9: `You are nine units from finishing ${title}.`,
          other: `You are # units from finishing ${title}.`,
        });
      case "start":
        return t`Your next course is ${title}.`;
      case "choose":
        return t`Choose your first course from the catalog.`;
      case "rest":
        return t`You have finished all your courses.`;
      case "wait":
        return t`There are no courses for you yet.`;
    }
  }

  function wayOn(): { to: string; label: string } | null {
    switch (step.kind) {
      case "due":
        return step.course.unitsCompleted > 0
          ? { to: `/learner/course/${step.course.id}/unit`, label: t`Continue Course` }
          : { to: `/learner/catalog/course/${step.course.id}`, label: t`View Course` };
      case "finish":
        return { to: `/learner/course/${step.course.id}/unit`, label: t`Continue Course` };
      case "start":
        return { to: `/learner/catalog/course/${step.course.id}`, label: t`View Course` };
      case "choose":
        return { to: "/learner/course-catalog", label: t`Course Catalog` };
      case "rest":
        return hasAvailable ? { to: "/learner/course-catalog", label: t`Course Catalog` } : null;
      case "wait":
        return null;
    }
  }
}

/** Renders the greeting above the next step. */
export function NextStepFrame({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  const { first_name } = useViewer();
  const [hour] = useState(() => new Date().getHours());
  const greeting =
    hour < 12
      ? t`Good morning, ${first_name}`
      : hour < 18
        ? t`Good afternoon, ${first_name}`
        : t`Good evening, ${first_name}`;
  return (
    <header className="mb-8">
      <p className="mb-1 text-muted">{greeting}</p>
      {children}
    </header>
  );
}
