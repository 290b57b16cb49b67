import { useEffect, useState } from "react";

/**
 * Counts down the seconds that were left when the server was asked.
 * @param seconds null for no limit, which stays null
 * @param readAt when the server's answer arrived, in milliseconds of this device
 */
export function useSecondsLeft(seconds: number | null | undefined, readAt: number): number | null {
  const [now, setNow] = useState(() => Date.now());
  const isCounting = seconds != null && seconds > 0;
  useEffect(() => {
    if (!isCounting) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isCounting]);
  return seconds == null ? null : Math.max(0, Math.ceil(seconds - Math.max(0, now - readAt) / 1000));
}

/** Formats seconds as 1:02:03 or 2:03. */
export function formatClock(seconds: number): string {
  const pad = (part: number) => String(part).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = pad(seconds % 60);
  return hours > 0 ? `${hours}:${pad(minutes)}:${rest}` : `${minutes}:${rest}`;
}
