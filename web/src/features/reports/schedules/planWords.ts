import { useLingui } from "@lingui/react/macro";

/** When a report is sent, in words. */
export function usePlanWords() {
  const { t, i18n } = useLingui();
  const nameOf = new Intl.DateTimeFormat(i18n.locale, { weekday: "long", timeZone: "UTC" });
  // The fifth of January 1970 was a Monday.
  const weekdays = Array.from({ length: 7 }, (_, i) => ({
    value: String(i + 1),
    label: nameOf.format(new Date(Date.UTC(1970, 0, 5 + i))),
  }));
  const monthDays = Array.from({ length: 31 }, (_, i) => ({
    value: String(i + 1),
    label: i === 30 ? t`Last day` : String(i + 1),
  }));
  const wordsOf = ({ every, day, hour }: { every: string; day: number; hour: number }) => {
    const time = `${String(hour).padStart(2, "0")}:00`;
    if (every === "week") {
      const weekday = weekdays[day - 1]?.label ?? "";
      return t`Weekly: ${weekday}, ${time}`;
    }
    return day === 31 ? t`Monthly: last day, ${time}` : t`Monthly: day ${day}, ${time}`;
  };
  return { weekdays, monthDays, wordsOf };
}
