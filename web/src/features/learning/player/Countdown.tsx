import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { countSecondsLeft, findAnnounced } from "./clock.ts";
import type { Time } from "./timekeeper.ts";
import type { Unit } from "./units.ts";

/** Shows how long the learner has to stay: visible every second, announced at a few. */
export function Countdown({ unit, time }: { unit: Unit; time: Time }) {
  const { t } = useLingui();
  const left = countSecondsLeft(unit, time.spent);
  const [from] = useState(left);
  const seconds = findAnnounced(left, from);
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
