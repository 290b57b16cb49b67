import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { buttonClass } from "../../../ui/buttonClass.ts";
import { PAGE } from "./catalogueQuery.ts";

/** Links to the previous and next page; renders nothing when there is one page. */
export function CataloguePages({ page, total }: { page: number; total: number }) {
  const { t } = useLingui();
  if (total <= PAGE) return null;
  const first = PAGE * (page - 1) + 1;
  const last = Math.min(PAGE * page, total);
  return (
    <nav aria-label={t`Pages`} className="mt-8 flex flex-wrap items-center justify-between gap-3">
      <p className="text-sm text-muted tabular-nums">{t`Showing ${first}-${last} of ${total}`}</p>
      <div className="flex gap-2">
        {page > 1 && step(page - 1, t`Previous page`)}
        {last < total && step(page + 1, t`Next page`)}
      </div>
    </nav>
  );

  function step(to: number, label: string) {
    return (
      <Link
        from="/learner/course-catalog"
        to="."
        search={({ page: _, ...now }) => ({ ...now, ...(to > 1 && { page: to }) })}
        className={buttonClass({ kind: "quiet" })}
      >
        {label}
      </Link>
    );
  }
}
