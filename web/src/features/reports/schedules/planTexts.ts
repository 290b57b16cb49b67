import { useLingui } from "@lingui/react/macro";
import { boot } from "../../../app/boot.ts";
import { formatWeekday } from "../../../ui/format.ts";

/** Returns the texts for the plan of a schedule. */
export function usePlanTexts() {
  const { t } = useLingui();
  const first = boot().instance?.first_weekday ?? 1;
  const weekdays = Array.from({ length: 7 }, (_, i) => {
    const day = ((first - 1 + i) % 7) + 1;
    return { value: String(day), label: formatWeekday(day) };
  });
  const monthDays = Array.from({ length: 31 }, (_, i) => ({
    value: String(i + 1),
    label: i === 30 ? t`Last day` : String(i + 1),
  }));
  const describePlan = ({ every, day, hour }: { every: string; day: number; hour: number }) => {
    const time = `${String(hour).padStart(2, "0")}:00`;
    if (every === "week") {
      const weekday = formatWeekday(day);
      return t`Weekly: ${weekday}, ${time}`;
    }
    return day === 31 ? t`Monthly: last day, ${time}` : t`Monthly: day ${day}, ${time}`;
  };
  return { weekdays, monthDays, describePlan };
}
