import { useLingui } from "@lingui/react/macro";
import { formatPercent, formatTableDate } from "../../../ui/format.ts";
import { states } from "./states.ts";
import type { MatrixPerson } from "./useMatrixRows.ts";

/** Renders the state of a person's course with a shape and words, and below it what is due or until when it is valid. */
export function CellContent({ cell }: { cell: MatrixPerson["cells"][number] | undefined }) {
  const { t, i18n } = useLingui();
  if (!cell) return <span className="sr-only">{t`Not enrolled`}</span>;
  const { state, progress, isComplete, due, expires } = cell;
  const { label, Icon, tone } = states[state]!;
  return (
    <span className="grid min-w-0 gap-0.5 leading-tight">
      <span className="flex items-center gap-1.5">
        <Icon size={14} aria-hidden className={`shrink-0 ${tone}`} />
        <span className="truncate">{i18n._(label)}</span>
        {!isComplete && progress > 0 && (
          <span className="text-small text-muted tabular-nums">{formatPercent(progress)}</span>
        )}
      </span>
      <span className="truncate text-small text-muted tabular-nums">{detail()}</span>
    </span>
  );

  function detail() {
    if (!isComplete && due) return t`due ${formatTableDate(due)}`;
    if (state === "compliant" && expires) return t`until ${formatTableDate(expires)}`;
    return state === "expired" && expires ? t`on ${formatTableDate(expires)}` : "";
  }
}
