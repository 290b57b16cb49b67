import { type ComponentProps, useEffect, useRef, useState } from "react";
import { Field } from "./Field.tsx";

type Props = Omit<ComponentProps<typeof Field>, "type" | "value" | "onChange" | "onFocus" | "onBlur"> & {
  /** A day as yyyy-mm-dd, or nothing. */
  value: string;
  /** Receives each day whose year is complete, and nothing when the day is removed. */
  onChange: (day: string) => void;
};

/**
 * Renders a day that filters something. It holds what is typed: browsers give a day from the first digit of the year on, and a value
 * that comes back later, as from the address, would end the typing.
 */
export function DayField({ value, onChange, ...field }: Props) {
  const [day, setDay] = useState(value);
  const isFocused = useRef(false);
  useEffect(() => {
    if (!isFocused.current) setDay(value);
  }, [value]);
  return (
    <Field
      {...field}
      type="date"
      value={day}
      onFocus={() => void (isFocused.current = true)}
      onBlur={() => void (isFocused.current = false)}
      onChange={({ target }) => {
        setDay(target.value);
        if (target.value === "" || target.value >= "1000") onChange(target.value);
      }}
    />
  );
}
