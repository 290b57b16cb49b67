import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { remaining, spokenSeconds } from "./clock.ts";
import type { Time } from "./timekeeper.ts";
import type { Unit } from "./units.ts";

/** How long one has to stay: seen every second, spoken at a few. */
export function Countdown({ unit, time }: { unit: Unit; time: Time }) {
  const { t } = useLingui();
  const left = remaining(unit, time.spent);
  const [from] = useState(left);
  const seconds = spokenSeconds(left, from);
  const isOver = left === 0 && time.credited >= (unit.time_limit ?? 0);
  if (from === 0) return null;
  return (
    <>
      {left > 0 && (
        <p className="tabular-nums">{t`You need to stay on this unit for ${left} seconds before continuing.`}</p>
      )}
      <p role="status" className="sr-only">
        {isOver ? t`You can go on now.` : seconds !== null && t`${seconds} seconds left on this unit.`}
      </p>
    </>
  );
}
