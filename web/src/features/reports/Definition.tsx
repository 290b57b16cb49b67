import { Popover } from "@base-ui/react/popover";
import { useLingui } from "@lingui/react/macro";
import { CircleHelp } from "lucide-react";
import type { Stat } from "../../ui/Stats.tsx";

/** The figures of the reports. What each of them means is said here and nowhere else. */
export type Figure =
  | "completionRate"
  | "averageProgress"
  | "completed"
  | "inProgress"
  | "notStarted"
  | "assigned"
  | "courses"
  | "time"
  | "activity"
  | "weeklyTime"
  | "progress"
  | "timeOfOne"
  | "distribution"
  | "status"
  | "answered"
  | "correct"
  | "tries";

function useDefinition(figure: Figure): string {
  const { t } = useLingui();
  const definitions: Record<Figure, string> = {
    completionRate: t`Completed courses in percent of all assigned ones; each person counts once for each of their courses.`,
    averageProgress: t`The average of how far the person is in each course: complete units in percent of all its units.`,
    completed: t`Somebody has met the completion rule of the course. It stays completed when units are added later.`,
    inProgress: t`At least one unit is complete, and the course is not.`,
    notStarted: t`No unit of the course is complete yet.`,
    assigned: t`Everybody who is enrolled, by themselves, by somebody or through a group, and is not deleted.`,
    courses: t`Published courses, and drafts and archived ones that somebody is enrolled in.`,
    time: t`The time for which units were open in front of the person, all people and units added up.`,
    activity: t`How many people were assigned the course and how many completed it, week by week from Monday.`,
    weeklyTime: t`The average time of those who learned in that week.`,
    progress: t`Complete units in percent of all units of the course; 100 only when every unit is complete.`,
    timeOfOne: t`The time for which units of the course were open in front of the person.`,
    distribution: t`Everybody who is enrolled, once: completed, in progress with at least one complete unit, or not started.`,
    status: t`The courses of this person: completed, in progress with at least one complete unit, or not started.`,
    answered: t`How many people have answered the question at least once.`,
    correct: t`How many of them are right by now, by their latest answer.`,
    tries: t`How often the question was answered in all.`,
  };
  return definitions[figure];
}

/** A figure among others, with what it means. */
export const defined = (figure: Figure, label: string, value: Stat["value"]): Stat => ({
  label,
  value,
  hint: <Definition of={figure} name={label} />,
});

/** A question mark beside the name of a figure, which tells what it means when it is pressed or pointed at. */
export function Definition({ of, name }: { of: Figure; name: string }) {
  const { t } = useLingui();
  const text = useDefinition(of);
  return (
    <Popover.Root>
      <Popover.Trigger
        openOnHover
        delay={200}
        aria-label={t`What is ‘${name}’?`}
        className="ml-1 inline-grid size-6 place-items-center rounded-full align-middle text-muted hover:text-ink print:hidden"
      >
        <CircleHelp size={15} aria-hidden />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} collisionPadding={8} className="z-40">
          <Popover.Popup className="max-w-72 animate-fade rounded-ctl border border-line bg-raised p-3 text-sm shadow-float outline-none">
            <Popover.Description>{text}</Popover.Description>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
