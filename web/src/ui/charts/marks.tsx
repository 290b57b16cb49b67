import { type ComponentProps, type KeyboardEvent, useState } from "react";

/**
 * Moves through the marks of a chart with the arrow keys, like through the values of a slider: screen readers announce
 * each mark, and a tooltip shows it, by keyboard and by pointer. Escape and leaving the chart close it.
 * @param texts the text of each mark
 */
export function useMarks(title: string, texts: readonly string[]) {
  const [at, setAt] = useState<number | null>(null);
  const shown = at !== null && at < texts.length ? at : null;
  const props: ComponentProps<"div"> = {
    role: "slider",
    tabIndex: 0,
    "aria-label": title,
    "aria-valuemin": 1,
    "aria-valuemax": texts.length,
    "aria-valuenow": (shown ?? 0) + 1,
    "aria-valuetext": texts[shown ?? 0],
    onFocus: () => setAt((now) => now ?? 0),
    onBlur: () => setAt(null),
    onPointerLeave: () => setAt(null),
    onKeyDown,
  };
  return { at: shown, show: setAt, props };

  function onKeyDown(event: KeyboardEvent) {
    const last = texts.length - 1;
    const now = shown ?? 0;
    const moves: Record<string, number | null> = {
      ArrowRight: Math.min(last, now + 1),
      ArrowDown: Math.min(last, now + 1),
      ArrowLeft: Math.max(0, now - 1),
      ArrowUp: Math.max(0, now - 1),
      Home: 0,
      End: last,
      Escape: null,
    };
    const next = moves[event.key];
    if (next === undefined || (next === null && shown === null)) return;
    event.preventDefault();
    setAt(next);
  }
}

/** Shows the text of one mark of a chart above it; `left` and `top` in percent of its container. */
export function Tip({ left, top, lines }: { left: number; top: number; lines: string[] }) {
  const side = left > 66 ? "-translate-x-full" : left > 33 ? "-translate-x-1/2" : "";
  return (
    <div
      aria-hidden
      data-testid="tip"
      style={{ left: `${left}%`, top: `${top}%` }}
      className={`pointer-events-none absolute z-10 w-max max-w-56 -translate-y-full rounded-ctl border border-line bg-raised px-2.5 py-1.5 text-small text-ink shadow-float ${side}`}
    >
      {lines.map((line, i) => (
        <p key={i} className={i === 0 && lines.length > 1 ? "font-medium" : "tabular-nums"}>
          {line}
        </p>
      ))}
    </div>
  );
}
