import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef } from "react";
import type { Selection } from "./tableQuery.ts";

/** Renders the checkbox of one row; nothing for a row that cannot be selected. */
export function SelectionBox<Row>({ selection, row }: { selection: Selection<Row>; row: Row }) {
  const label = selection.label(row);
  if (label === null) return null;
  const id = selection.id(row);
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={selection.chosen.has(id)}
      onChange={({ target }) => selection.onChange(withIds(selection.chosen, [id], target.checked))}
      className="relative z-1 size-4.5 shrink-0 cursor-pointer accent-brand"
    />
  );
}

/** Renders the checkbox above them, for all rows of this page. */
export function PageSelectionBox<Row>({ selection, rows }: { selection: Selection<Row>; rows: Row[] }) {
  const { t } = useLingui();
  const box = useRef<HTMLInputElement>(null);
  const ids = rows.filter((row) => selection.label(row) !== null).map((row) => selection.id(row));
  const count = ids.filter((id) => selection.chosen.has(id)).length;
  const isPart = count > 0 && count < ids.length;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPart;
  }, [isPart]);
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={t`Select all on this page`}
      disabled={ids.length === 0}
      checked={ids.length > 0 && count === ids.length}
      onChange={({ target }) => selection.onChange(withIds(selection.chosen, ids, target.checked))}
      className="size-4.5 cursor-pointer accent-brand"
    />
  );
}

function withIds(chosen: ReadonlySet<number>, ids: number[], isChosen: boolean): ReadonlySet<number> {
  const next = new Set(chosen);
  for (const id of ids) {
    if (isChosen) next.add(id);
    else next.delete(id);
  }
  return next;
}
