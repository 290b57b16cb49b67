import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";

type Cell = { content: ReactNode; className: string | undefined };

/** Draws a table of a text: the first row has the headings. A wide one scrolls inside itself, also by keyboard. */
export function TextTable({ rows: [head = [], ...body] }: { rows: Cell[][] }) {
  const { t } = useLingui();
  // A table of one row has nothing that it could be the heading of.
  const isHeaded = body.length > 0;
  const draw = (row: Cell[], key: number) => (
    <tr key={key}>
      {row.map(({ content, className }, i) => (
        <td key={i} className={className}>
          {content}
        </td>
      ))}
    </tr>
  );
  return (
    <div role="group" aria-label={t`Table`} tabIndex={0} className="text-table">
      <table>
        {isHeaded && (
          <thead>
            <tr>
              {head.map(({ content, className }, i) => (
                <th key={i} scope="col" className={className}>
                  {content}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>{(isHeaded ? body : [head]).map(draw)}</tbody>
      </table>
    </div>
  );
}
