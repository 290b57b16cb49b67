import { useLingui } from "@lingui/react/macro";
import type { Schedule } from "./ScheduleDialog.tsx";
import { formatDateTime } from "../../../ui/format.ts";

/** Shows the outcome of the last sending: the number of recipients, and who was left out and why. */
export function LastRun({ schedule }: { schedule: Schedule }) {
  const { t } = useLingui();
  const reasons: Record<string, string> = {
    no_right: t`may not read reports any more`,
    gone: t`what the report is about is gone, or not theirs to read`,
    failed: t`the mail could not be sent yet and is tried again`,
  };
  const outcomes = schedule.people.filter(({ outcome_at }) => outcome_at);
  if (outcomes.length === 0) return null;
  const left = outcomes.filter(({ outcome }) => reasons[outcome ?? ""]);
  const count = outcomes.length - left.length;
  const latest = outcomes.map(({ outcome_at }) => Date.parse(outcome_at ?? "")).toSorted((a, b) => b - a)[0];
  const day = formatDateTime(new Date(latest ?? 0));
  return (
    <>
      <p className="text-small text-muted">{t`Last time, ${day}: sent to ${count}`}</p>
      {left.length > 0 && (
        <ul aria-label={t`Left out the last time`} className="text-small">
          {left.map(({ id, name, outcome }) => (
            <li key={id} className="text-danger">
              {name}: {reasons[outcome ?? ""]}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
