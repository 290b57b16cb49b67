import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { DueNote } from "../../../app/due/DueStatus.tsx";
import { formatLongDate } from "../../../ui/format.ts";
import { StatusDot } from "../../../ui/StatusDot.tsx";
import { WayInSmall } from "./WayLine.tsx";

export type MyPath = {
  id: number;
  title: string;
  courses_done: number;
  courses_needed: number;
  due_on?: string | null;
  due_status?: string | null;
  completed_at?: string | null;
};

/** Lists the learning paths of a learner with how far they are. */
export function MyPathList({ paths }: { paths: readonly MyPath[] }) {
  const { t } = useLingui();
  return (
    <section aria-labelledby="my-paths" className="mb-10">
      <h2 id="my-paths" className="mb-3 text-large font-semibold">{t`Learning paths`}</h2>
      <ul className="divide-y divide-line border-y border-line">
        {paths.map(({ id, title, courses_done, courses_needed, completed_at, ...due }) => (
          <li key={id} className="relative flex flex-wrap items-center gap-x-6 gap-y-2 py-4">
            <div className="min-w-0 flex-1 basis-60">
              <h3 className="font-display text-title leading-snug">
                <Link
                  to="/learner/path/$id"
                  params={{ id }}
                  className="after:absolute after:inset-0 hover:underline hover:underline-offset-4"
                >
                  {title}
                </Link>
              </h3>
              <p className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-small text-muted">
                {completed_at ? (
                  <StatusDot tone="ok" label={t`Completed on ${formatLongDate(completed_at)}`} />
                ) : (
                  <>
                    <span className="tabular-nums">{t`${courses_done} of ${courses_needed} courses completed`}</span>
                    <DueNote {...due} />
                  </>
                )}
              </p>
            </div>
            <WayInSmall done={courses_done} needed={courses_needed} />
          </li>
        ))}
      </ul>
    </section>
  );
}
