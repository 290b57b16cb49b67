import { useLingui } from "@lingui/react/macro";
import { formatLongDate, formatTableDate } from "../../ui/format.ts";
import { StatusDot } from "../../ui/StatusDot.tsx";

type Due = { due_on?: string | null | undefined; due_status?: string | null | undefined };

const TONES = { overdue: "danger", due_soon: "warn", due: "rest" } as const;

/** Shows the due date of an enrolment in a table; overdue and soon in words. */
export function DueCell({ due_on, due_status }: Due) {
  const { t } = useLingui();
  if (!due_on) return "–";
  const day = formatTableDate(due_on);
  if (due_status === "overdue") return <StatusDot tone="danger" label={t`${day}, overdue`} />;
  if (due_status === "due_soon") return <StatusDot tone="warn" label={t`${day}, soon`} />;
  return day;
}

/** Tells learners by when they complete a course; nothing without a due date, or when it is complete. */
export function DueNote({ due_on, due_status }: Due) {
  const { t } = useLingui();
  if (!due_on || !due_status) return null;
  const day = formatLongDate(due_on);
  const tone = TONES[due_status as keyof typeof TONES];
  return <StatusDot tone={tone} label={due_status === "overdue" ? t`Overdue since ${day}` : t`Due ${day}`} />;
}

/** Returns the choices of a filter by due date; `none` only where enrolments without one are listed. */
export function useDueChoices(): { value: string; label: string }[] {
  const { t } = useLingui();
  return [
    { value: "", label: t`Any due date` },
    { value: "overdue", label: t`Overdue` },
    { value: "due_soon", label: t`Due within 7 days` },
    { value: "due", label: t`Due later` },
    { value: "none", label: t`No due date` },
  ];
}
