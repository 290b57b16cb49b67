import { Skeleton } from "../../ui/Skeleton.tsx";

/** A figure of a card, above what it counts; stands in a `dl`. */
export function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="mt-1.5 text-small text-muted">{label}</dt>
      <dd className="font-display text-[28px] leading-none whitespace-nowrap tabular-nums">{value}</dd>
    </div>
  );
}

export function FactSkeleton() {
  return (
    <div aria-hidden>
      <Skeleton className="h-7 w-20" />
      <Skeleton className="mt-1.5 h-5 w-24" />
    </div>
  );
}
