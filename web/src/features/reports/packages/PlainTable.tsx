import type { ReactNode } from "react";
import { ExportButtons, type ExportFormat } from "../../../ui/table/ExportButtons.tsx";

type Props = {
  head: string[];
  label: string;
  onExport: (format: ExportFormat) => Promise<void>;
  children: ReactNode;
};

/** Renders a small table with an export, which scrolls by itself in a narrow window. */
export function PlainTable({ head, label, onExport, children }: Props) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <ExportButtons onExport={onExport} />
      <div className="overflow-x-auto rounded-card border border-line" role="region" aria-label={label} tabIndex={0}>
        <table className="w-full text-left text-small">
          <thead>
            <tr>
              {head.map((name) => (
                <th key={name} scope="col" className="px-3 py-2 font-semibold whitespace-nowrap">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
    </div>
  );
}

export const Cell = ({ children }: { children: ReactNode }) => (
  <td className="max-w-72 min-w-24 px-3 py-2 align-top wrap-anywhere">{children}</td>
);
