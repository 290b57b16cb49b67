import type { ReactNode } from "react";

/** Explains the marks of a chart, with figures if there are any. */
export function Legend({
  entries,
  row = false,
}: {
  entries: { label: string; mark: ReactNode; value?: string }[];
  row?: boolean;
}) {
  return (
    <ul
      aria-hidden
      className={row ? "flex flex-wrap gap-x-5 gap-y-1 text-small" : "grid max-w-60 min-w-32 flex-1 gap-2 text-sm"}
    >
      {entries.map(({ label, mark, value }) => (
        <li key={label} className="flex items-center gap-2.5 text-muted">
          {mark}
          {label}
          {value !== undefined && <span className="ml-auto pl-4 font-semibold text-ink tabular-nums">{value}</span>}
        </li>
      ))}
    </ul>
  );
}
