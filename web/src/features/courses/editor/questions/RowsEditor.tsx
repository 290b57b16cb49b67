import { useLingui } from "@lingui/react/macro";
import { ArrowDown, ArrowUp, Plus, X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../../../ui/Button.tsx";

type Props<Row> = {
  legend: string;
  hint?: string;
  rows: Row[];
  onChange: (rows: Row[]) => void;
  empty: Row;
  addLabel: string;
  /** The controls of a row; `number` counts from 1. */
  children: (row: Row, change: (part: Partial<Row>) => void, number: number) => ReactNode;
  canReorder?: boolean;
};

/** Edits a list of rows; at least one stays. */
export function RowsEditor<Row>({ legend, hint, rows, onChange, empty, addLabel, children, canReorder }: Props<Row>) {
  const { t } = useLingui();
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      {hint && <p className="mb-3 text-small text-muted">{hint}</p>}
      <div className="grid gap-3">
        {rows.map((row, index) => (
          // Rows have no ids, and their fields have no state but the row's.
          <div key={index} className="flex items-center gap-2">
            <div className="min-w-0 flex-1">{children(row, (part) => change(index, part), index + 1)}</div>
            <div className="flex shrink-0">
              {canReorder && (
                <>
                  <Action label={t`Move row ${index + 1} up`} disabled={index === 0} onPress={() => move(index, -1)}>
                    <ArrowUp size={16} aria-hidden />
                  </Action>
                  <Action
                    label={t`Move row ${index + 1} down`}
                    disabled={index === rows.length - 1}
                    onPress={() => move(index, 1)}
                  >
                    <ArrowDown size={16} aria-hidden />
                  </Action>
                </>
              )}
              <Action
                label={t`Remove row ${index + 1}`}
                disabled={rows.length === 1}
                onPress={() => onChange(rows.toSpliced(index, 1))}
              >
                <X size={16} aria-hidden />
              </Action>
            </div>
          </div>
        ))}
      </div>
      <Button kind="quiet" size="small" className="mt-3" onClick={() => onChange([...rows, empty])}>
        <Plus size={15} aria-hidden />
        {addLabel}
      </Button>
    </fieldset>
  );

  function change(index: number, part: Partial<Row>) {
    onChange(rows.map((row, i) => (i === index ? { ...row, ...part } : row)));
  }

  function move(index: number, by: number) {
    const row = rows[index];
    if (row !== undefined) onChange(rows.toSpliced(index, 1).toSpliced(index + by, 0, row));
  }
}

type ActionProps = { label: string; disabled: boolean; onPress: () => void; children: ReactNode };

function Action({ label, disabled, onPress, children }: ActionProps) {
  return (
    <Button kind="ghost" size="icon" keepsFocus aria-label={label} disabled={disabled} onClick={onPress}>
      {children}
    </Button>
  );
}
