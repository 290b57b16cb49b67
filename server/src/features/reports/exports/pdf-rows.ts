import { Conflict } from "../../../errors.ts";
import { t } from "../../../i18n/message.ts";
import { type Cell, type Rows, toText } from "../cells.ts";

const MAX_ROWS = 10_000;

/** Refuses more rows than a PDF has. @throws Conflict */
export function refuseTooManyRows(total: number): void {
  if (total <= MAX_ROWS) return;
  throw new Conflict(
    t`A PDF has at most ${MAX_ROWS} rows, and this table has ${total}. Filter it, or export it as CSV or Excel.`,
  );
}

/**
 * Converts rows to the texts and numbers of a PDF. Some lists count only up to a maximum, so the rows are counted again
 * while they are drawn.
 * @throws Conflict for more rows than a PDF has
 */
export async function* toPdfRows(rows: Rows, timeZone: string) {
  let drawn = 0;
  for await (const batch of rows) {
    drawn += batch.length;
    refuseTooManyRows(drawn);
    yield batch.map((row) => row.map((cell: Cell) => (typeof cell === "number" ? cell : toText(cell, timeZone))));
  }
}
