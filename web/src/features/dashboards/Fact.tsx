import { Skeleton } from "../../ui/Skeleton.tsx";

/** Renders a figure of a card above its label, in a `dl`; `note` tells what it means. */
export function Fact({ label, value, note }: { label: string; value: string; note?: string }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="mt-1.5 text-small text-muted">
        {label}
        {note && <span className="block">{note}</span>}
      </dt>
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
