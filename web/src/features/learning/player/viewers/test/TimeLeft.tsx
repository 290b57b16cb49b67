import { Plural, useLingui } from "@lingui/react/macro";
import { Timer } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { formatClock, useSecondsLeft } from "./useSecondsLeft.ts";

/** Seconds at which the time left is announced; it is visible at every second. */
const spokenAt = [600, 300, 60, 30, 10];

type Props = {
  seconds: number;
  readAt: number;
  /** Shortly before the end, while answers are still accepted. */
  onNearlyUp: () => void;
  onUp: () => void;
};

/** Shows how long an attempt may still take. */
export function TimeLeft({ seconds, readAt, onNearlyUp, onUp }: Props) {
  const { t } = useLingui();
  const left = useSecondsLeft(seconds, readAt) ?? 0;
  const [from] = useState(left);
  const calls = useRef({ onNearlyUp, onUp });
  useEffect(() => {
    calls.current = { onNearlyUp, onUp };
  });
  const isNearlyUp = left <= 2;
  const isUp = left === 0;
  useEffect(() => {
    if (isNearlyUp) calls.current.onNearlyUp();
  }, [isNearlyUp]);
  useEffect(() => {
    if (isUp) calls.current.onUp();
  }, [isUp]);
  const spoken = spokenAt.filter((each) => each <= from && each >= left).at(-1);
  const clock = formatClock(left);
  return (
    <>
      <p className="flex items-center gap-1.5 text-sm font-medium tabular-nums">
        <Timer size={16} aria-hidden />
        <span className={left <= 60 ? "text-danger" : undefined}>{t`${clock} left`}</span>
      </p>
      <p role="status" className="sr-only">
        {spoken !== undefined &&
          (spoken >= 60 ? (
            <Plural value={spoken / 60} one="# minute left." other="# minutes left." />
          ) : (
            t`${spoken} seconds left.`
          ))}
      </p>
    </>
  );
}
