import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { WayInSmall } from "./WayLine.tsx";

export type OfferedPath = { id: number; title: string; courses: number };

/** Lists the learning paths of the catalogue. */
export function OfferedPathList({ paths }: { paths: readonly OfferedPath[] }) {
  const { t } = useLingui();
  return (
    <section aria-labelledby="offered-paths">
      <h2 id="offered-paths" className="mb-3 text-large font-semibold">{t`Learning paths`}</h2>
      <ul className="divide-y divide-line border-y border-line">
        {paths.map(({ id, title, courses }) => (
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
              <p className="mt-1 text-small text-muted">
                {t`${plural(courses, { one: "# course", other: "# courses" })}`}
              </p>
            </div>
            <WayInSmall done={0} needed={courses} />
          </li>
        ))}
      </ul>
    </section>
  );
}
