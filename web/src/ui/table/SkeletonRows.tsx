import { Skeleton } from "../Skeleton.tsx";

const widths = ["w-40", "w-52", "w-24", "w-32", "w-28"];

/** Shows placeholders in the height of rows while loading. */
export function SkeletonRows({ columns, count, label }: { columns: number; count: number; label: string }) {
  return (
    <div>
      <span role="status" className="sr-only">
        {label}
      </span>
      <div className="h-10" />
      {numbers(count).map((row) => (
        <div key={row} className="flex h-11 items-center gap-8 border-t border-line px-4">
          {numbers(columns).map((column) => (
            <Skeleton key={column} className={`h-3.5 ${widths[(column + row) % widths.length]}`} />
          ))}
        </div>
      ))}
    </div>
  );
}

export function SkeletonCards({ count }: { count: number }) {
  return (
    <div className="divide-y divide-line">
      {numbers(count).map((row) => (
        <div key={row} className="grid gap-2.5 px-4 py-4">
          <Skeleton className="h-4 w-44" />
          <Skeleton className="h-3.5 w-full" />
          <Skeleton className="h-3.5 w-3/4" />
        </div>
      ))}
    </div>
  );
}

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);
