import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { menuCountsQuery } from "../../app/menuCounts.ts";
import { formatNumber } from "../../ui/format.ts";

/** Shows how many submissions wait, at the end of the menu's entry; nothing for none, or while loading. */
export function WaitingCount() {
  useLingui();
  const count = useQuery(menuCountsQuery).data?.submissions_waiting;
  if (!count) return null;
  return (
    <span className="ml-auto rounded-full bg-brand-soft px-2 py-0.5 text-small text-brand-text tabular-nums">
      <span aria-hidden>{formatNumber(count)}</span>
      <span className="sr-only">{plural(count, { one: "# waiting for review", other: "# waiting for review" })}</span>
    </span>
  );
}
