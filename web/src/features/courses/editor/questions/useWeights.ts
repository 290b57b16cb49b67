import { useState } from "react";

type Weighed = { weight?: string | undefined };

/** Tells whether a list of answers shows weights, and lets the author switch them: off removes them. */
export function useWeights<Row extends Weighed>(rows: Row[], onChange: (rows: Row[]) => void) {
  const [isOn, setOn] = useState(rows.some(({ weight }) => weight !== undefined));
  return {
    isOn,
    toggle: (on: boolean) => {
      setOn(on);
      if (!on) onChange(rows.map(({ weight: _, ...row }) => row as Row));
    },
  };
}
