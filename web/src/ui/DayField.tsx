import type { ComponentProps } from "react";
import { Field } from "./Field.tsx";
import { useDebounced } from "./useDebounced.ts";

type Props = Omit<ComponentProps<typeof Field>, "type" | "value" | "onChange"> & {
  /** A day as yyyy-mm-dd, or nothing. */
  value: string;
  /** Receives the day after typing has paused. */
  onChange: (day: string) => void;
};

/**
 * Renders a day that filters something. It holds what is typed: browsers give a day from the first digit of the year on, and a value
 * that comes back later would end the typing.
 */
export function DayField({ value, onChange, ...field }: Props) {
  const [day, setDay] = useDebounced(value, (settled) => {
    // The year is not complete yet.
    if (settled === "" || settled >= "1000") onChange(settled);
  });
  return <Field {...field} type="date" value={day} onChange={({ target }) => setDay(target.value)} />;
}
