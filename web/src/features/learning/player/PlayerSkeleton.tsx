import { useLingui } from "@lingui/react/macro";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { frameClass, lessonClass, menuClass } from "./playerClasses.ts";

/** Shows the layout of the player while the course loads. */
export function PlayerSkeleton() {
  const { t } = useLingui();
  return (
    <main aria-busy className={frameClass}>
      <h1 className="sr-only">{t`Loading the course…`}</h1>
      <div className={`${menuClass} max-lg:hidden`}>
        <Skeleton className="h-5 w-16" />
        <Skeleton className="mt-7 h-7 w-52" />
        <Skeleton className="mt-5 h-1.5 w-full" />
        <div className="mt-12 grid gap-7">
          {Array.from({ length: 6 }, (_, i) => (
            <Skeleton key={i} className="h-8 w-56" />
          ))}
        </div>
      </div>
      <div className={`${lessonClass} pt-24`}>
        <Skeleton className="h-9 w-4/5" />
        <div className="mt-8 grid gap-3">
          {Array.from({ length: 7 }, (_, i) => (
            <Skeleton key={i} className="h-5 w-full" />
          ))}
        </div>
      </div>
    </main>
  );
}
