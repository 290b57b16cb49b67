import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Button } from "../Button.tsx";
import { formatNumber } from "../format.ts";
import type { Selection } from "./tableQuery.ts";

/** Shows how many rows are selected, and the bulk actions. */
export function SelectionBar<Row>({ selection, children }: { selection: Selection<Row>; children: ReactNode }) {
  const { t } = useLingui();
  const { matching } = selection;
  const total = matching?.total ?? 0;
  const count = matching?.isChosen ? total : selection.chosen.size;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5 border-b border-line bg-brand-soft px-4 py-2">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
        <p role="status" className="text-sm font-medium tabular-nums text-brand-text">
          {t`${plural(count, { one: "# selected", other: "# selected" })}`}
        </p>
        {matching && !matching.isChosen && total > count && (
          <Button kind="ghost" size="small" busy={matching.isBusy} onClick={matching.onChoose}>
            {t`Select all ${formatNumber(total)} that match`}
          </Button>
        )}
        <Button kind="ghost" size="small" onClick={() => selection.onChange(new Set())}>
          {t`Clear selection`}
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">{children}</div>
    </div>
  );
}
