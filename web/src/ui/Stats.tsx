import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { Skeleton } from "./Skeleton.tsx";

export type Stat = {
  label: string;
  value: ReactNode;
  /** Beside the label, as what it means. */
  hint?: ReactNode;
  /** Below the label, as what it means in a few words. */
  note?: string;
};

/** Figures side by side, each above its label; with lines between them where they are in one row. */
export function Stats({ entries, className }: { entries: Stat[]; className?: string }) {
  const { frame, cell, figure } = look(entries.length);
  return (
    <dl className={classes(frame, className)}>
      {entries.map(({ label, value, hint, note }) => (
        // The label comes first for screen readers and is shown below.
        <div key={label} className={classes("flex flex-col-reverse justify-end", cell)}>
          <dt className="mt-2 text-small leading-snug text-muted sm:text-sm">
            {hint ? <Hinted label={label} hint={hint} /> : label}
            {note && <span className="mt-1 block text-small">{note}</span>}
          </dt>
          <dd className={classes("font-display leading-none tabular-nums", figure)}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Keeps a hint on the line of the label's last word. */
function Hinted({ label, hint }: { label: string; hint: ReactNode }) {
  const end = label.lastIndexOf(" ") + 1;
  return (
    <>
      {label.slice(0, end)}
      <span className="whitespace-nowrap">
        {label.slice(end)}
        {hint}
      </span>
    </>
  );
}

/** Reserves the space of `Stats` with this many entries. */
export function StatsSkeleton({ count, className }: { count: number; className?: string }) {
  const { frame, cell } = look(count);
  return (
    <div aria-hidden className={classes(frame, className)}>
      {Array.from({ length: count }, (_, i) => (
        <div key={i} className={cell}>
          <Skeleton className={count > 3 ? "h-7 w-16" : "h-7 w-16 sm:h-8.5"} />
          <Skeleton className="mt-2 h-5 w-20" />
        </div>
      ))}
    </div>
  );
}

const look = (count: number) => (count > 3 ? many : few);

const few = {
  frame: "grid grid-cols-3 border-y border-line py-5",
  cell: "border-line px-3 not-first:border-l first:pl-0 sm:px-5",
  figure: "text-[28px] sm:text-[34px]",
};
const many = {
  frame: "grid grid-cols-2 gap-x-4 gap-y-6 border-y border-line py-5 sm:grid-cols-3 xl:flex xl:gap-x-0",
  cell: "border-line xl:grow xl:px-5 xl:not-first:border-l xl:first:pl-0",
  figure: "text-2xl xl:text-[28px] xl:whitespace-nowrap",
};
