import { Skeleton } from "../../../ui/Skeleton.tsx";

export function OverviewSkeleton() {
  return (
    <div aria-busy>
      <Skeleton className="h-9 w-2/3" />
      <Skeleton className="mt-6 h-12 w-44" />
      <div className="mt-8 grid gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Skeleton className="h-96 rounded-card" />
        <Skeleton className="h-80 rounded-card" />
      </div>
    </div>
  );
}
