import { Check, Lock } from "lucide-react";
import { classes } from "../../../ui/classes.ts";

/** How a station is drawn: a filled knot, a ring, a dashed ring, or a lock. */
export type Knot = "done" | "next" | "open" | "optional" | "locked";

const KNOTS: Record<Knot, string> = {
  done: "bg-ok text-white",
  next: "bg-brand ring-4 ring-brand-soft",
  open: "border-2 border-brand-text bg-surface",
  optional: "border-2 border-dashed border-muted bg-surface",
  locked: "border border-line-strong bg-sunken text-muted",
};

/** The places of the line, in pixels from the left: it winds from one to the other. */
const WINDS = [12, 28] as const;

/**
 * Draws a station with the line to the next one: solid where the learner has been, dotted where the way goes on. The words
 * beside it say the same.
 */
export function WayStation({ knot, index, isLast }: { knot: Knot; index: number; isLast: boolean }) {
  const [x, next] = [WINDS[index % 2]!, WINDS[(index + 1) % 2]!];
  return (
    <span aria-hidden className="absolute inset-y-0 left-0 w-10 text-brand-text">
      {!isLast && (
        <svg
          viewBox="0 0 40 100"
          preserveAspectRatio="none"
          className="absolute top-3.5 left-0 h-full w-10"
          fill="none"
          stroke="currentColor"
        >
          <path
            d={`M${x} 0C${x} 55 ${next} 45 ${next} 100`}
            vectorEffect="non-scaling-stroke"
            strokeWidth="2"
            strokeLinecap="round"
            {...(knot !== "done" && { strokeDasharray: "1 6" })}
          />
        </svg>
      )}
      <span
        style={{ left: x }}
        className={classes(
          "absolute top-0.5 grid size-6 -translate-x-1/2 place-items-center rounded-full",
          KNOTS[knot],
        )}
      >
        {knot === "done" && <Check size={15} strokeWidth={3} />}
        {knot === "locked" && <Lock size={12} />}
      </span>
    </span>
  );
}

const MOST_KNOTS = 12;

/** Draws how far a learner is on a path in small: a knot for each course that is needed. Show the number beside it. */
export function WayInSmall({ done, needed }: { done: number; needed: number }) {
  const knots = Math.max(2, Math.min(needed, MOST_KNOTS));
  const filled = needed === 0 ? 0 : Math.floor((done * knots) / needed);
  const x = (index: number) => 8 + (index * 144) / (knots - 1);
  const y = (index: number) => (index % 2 ? 20 : 10);
  const line = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, nth) => {
      const at = from + nth;
      const middle = (x(at) + x(at + 1)) / 2;
      return `${nth === 0 ? `M${x(at)} ${y(at)}` : ""}C${middle} ${y(at)} ${middle} ${y(at + 1)} ${x(at + 1)} ${y(at + 1)}`;
    }).join("");
  const reached = Math.max(0, filled - 1);
  return (
    <svg
      viewBox="0 0 160 30"
      aria-hidden
      className="h-7.5 w-40 shrink-0 text-brand-text"
      fill="none"
      stroke="currentColor"
    >
      <path d={line(reached, knots - 1)} strokeWidth="1.5" strokeDasharray="1 5" strokeLinecap="round" />
      {reached > 0 && <path d={line(0, reached)} strokeWidth="1.5" />}
      {Array.from({ length: knots }, (_, index) => (
        <circle
          key={index}
          cx={x(index)}
          cy={y(index)}
          r={index < filled ? 5 : 4}
          fill={index < filled ? "var(--ok)" : "var(--surface)"}
          stroke={index < filled ? "var(--ok)" : "currentColor"}
          strokeWidth="1.5"
        />
      ))}
    </svg>
  );
}
