import { useLingui } from "@lingui/react/macro";
import type { Schedule } from "./ScheduleDialog.tsx";

/** What came of the last time: to how many it went, and who was left out and why. Nothing before the first. */
export function LastRun({ schedule }: { schedule: Schedule }) {
  const { t, i18n } = useLingui();
  const reasons: Record<string, string> = {
    no_right: t`may not read reports any more`,
    gone: t`what the report is about is gone, or not theirs to read`,
    failed: t`the mail could not be sent yet and is tried again`,
  };
  const told = schedule.people.filter(({ outcome_at }) => outcome_at);
  if (told.length === 0) return null;
  const left = told.filter(({ outcome }) => reasons[outcome ?? ""]);
  const count = told.length - left.length;
  const latest = told.map(({ outcome_at }) => Date.parse(outcome_at ?? "")).toSorted((a, b) => b - a)[0];
  const day = i18n.date(new Date(latest ?? 0), { dateStyle: "medium", timeStyle: "short" });
  return (
    <>
      <p className="text-small text-muted">{t`Last time, ${day}: sent to ${count}`}</p>
      {left.length > 0 && (
        <ul aria-label={t`Left out the last time`} className="text-small">
          {left.map(({ id, name, outcome }) => (
            <li key={id} className="break-words text-danger">
              {name}: {reasons[outcome ?? ""]}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
