import { useLingui } from "@lingui/react/macro";
import { type FileRow, getHeading, type OwnColumn, type RowProblem } from "./userColumns.ts";

type Props = {
  heading: string[];
  problems: RowProblem[];
  rows: FileRow[];
  own: readonly OwnColumn[];
  /** Called with a value that was corrected in place. */
  onFix: (problem: RowProblem, value: string) => void;
  /** Called with a problem whose field gets the focus. */
  onEdit: (problem: RowProblem) => void;
  disabled: boolean;
};

const mostShown = 50;

/** Lists all problems of a file with row, column and value, which can be corrected here. */
export function ProblemList({ heading, problems, rows, own, onFix, onEdit, disabled }: Props) {
  const { t } = useLingui();
  if (heading.length + problems.length === 0) return null;
  const hidden = problems.length - mostShown;
  return (
    <section aria-label={t`Errors`} className="rounded-card border border-danger bg-surface p-5 text-sm">
      <div role="alert" className="grid gap-1 text-danger empty:hidden">
        {heading.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      {problems.length > 0 && (
        <ul className="mt-3 grid gap-3">
          {problems.slice(0, mostShown).map((problem) => (
            <Problem
              key={`${problem.row}.${problem.column}.${problem.message}`}
              problem={problem}
              column={getHeading(problem.column, own)}
              value={rows[problem.row]?.[problem.column] ?? ""}
              onFix={onFix}
              onEdit={onEdit}
              disabled={disabled}
            />
          ))}
        </ul>
      )}
      {hidden > 0 && <p className="mt-3 text-muted">{t`And ${hidden} more.`}</p>}
    </section>
  );
}

type LineProps = Pick<Props, "onFix" | "onEdit" | "disabled"> & { problem: RowProblem; column: string; value: string };

function Problem({ problem, column, value, onFix, onEdit, disabled }: LineProps) {
  const { t } = useLingui();
  const number = problem.row + 1;
  return (
    <li className="grid gap-1.5 sm:grid-cols-[1fr_minmax(0,20rem)] sm:items-center sm:gap-4">
      <span>
        {t`User ${number}: ${problem.message}`} <span className="text-muted">({column})</span>
      </span>
      <input
        aria-label={t`${column} of User ${number}`}
        value={value}
        disabled={disabled}
        autoComplete="off"
        onFocus={() => onEdit(problem)}
        onChange={(event) => onFix(problem, event.target.value)}
        className="h-9 w-full rounded-ctl border border-line-strong bg-surface px-3 outline-none focus:border-brand-text focus:ring-3 focus:ring-brand-soft"
      />
    </li>
  );
}
