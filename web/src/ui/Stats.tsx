import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { Skeleton } from "./Skeleton.tsx";

export type Stat = { label: string; value: ReactNode };

/** Figures beside each other, each above what it counts; a line between them where there is room for one row. */
export function Stats({ entries, className }: { entries: Stat[]; className?: string }) {
  return (
    <dl className={classes(frame, columns(entries.length), className)}>
      {entries.map(({ label, value }) => (
        <div key={label} className={cell}>
          <dt className="mt-2 text-small leading-snug text-muted sm:text-sm">{label}</dt>
          <dd className="font-display text-[28px] leading-none tabular-nums sm:text-[34px]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The room that `Stats` of so many entries will take. */
export function StatsSkeleton({ count, className }: { count: number; className?: string }) {
  return (
    <div aria-hidden className={classes(frame, columns(count), className)}>
      {Array.from({ length: count }, (_, i) => (
        <div key={i} className={cell}>
          <Skeleton className="mt-2 h-5 w-24" />
          <Skeleton className="h-7 w-16 sm:h-8.5" />
        </div>
      ))}
    </div>
  );
}

const frame = "grid gap-y-6 border-y border-line py-5";
// The figure stands above its name, which comes first for those who listen.
const cell = "flex flex-col-reverse justify-end border-line px-3 sm:px-5";
const columns = (count: number) =>
  count <= 3
    ? "grid-cols-3 [&>*:first-child]:pl-0 [&>*+*]:border-l"
    : count === 5
      ? "grid-cols-2 sm:grid-cols-3 lg:grid-cols-5 max-lg:[&>*]:px-0 lg:[&>*:first-child]:pl-0 lg:[&>*+*]:border-l"
      : "grid-cols-2 sm:grid-cols-3 xl:grid-cols-6 max-xl:[&>*]:px-0 xl:[&>*:first-child]:pl-0 xl:[&>*+*]:border-l";
