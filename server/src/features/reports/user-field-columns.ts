import type { Reach } from "../../access/actor.ts";
import { listVisibleFields, readValuesByUser, type UserField } from "../user-fields/user-fields.service.ts";
import { writeDay } from "./cells.ts";
import type { Texts } from "./report-texts.ts";
import type { Source } from "./table.ts";

/**
 * Adds the organisation's own fields of users that reports show, or those chosen, as the last columns of files. Reads
 * their values in one statement for each batch.
 */
export async function withUserFields<Row extends object>(
  reach: Reach,
  source: Source<Row>,
  getUserId: (row: Row) => number,
  isChosen: (field: UserField) => boolean = ({ is_listed }) => is_listed,
): Promise<Source<Row>> {
  const fields = (await listVisibleFields(reach)).filter(isChosen);
  if (fields.length === 0) return source;
  const valuesByRow = new WeakMap<Row, Map<number, string> | undefined>();
  async function* batches() {
    for await (const rows of source.batches()) {
      const byUser = await readValuesByUser(reach, [...new Set(rows.map(getUserId))], fields);
      for (const row of rows) valuesByRow.set(row, byUser.get(getUserId(row)));
      yield rows;
    }
  }
  return {
    ...source,
    columns: [
      ...(source.columns ?? []),
      ...fields.map((field) => ({
        heading: () => field.name,
        value: (row: Row, texts: Texts) => formatValue(field, valuesByRow.get(row)?.get(field.id), texts),
      })),
    ],
    batches,
  };
}

function formatValue({ type }: UserField, value: string | undefined, texts: Texts): string {
  if (type === "checkbox") return texts.text(value === "true" ? "yes" : "no");
  if (value === undefined) return "";
  return type === "date" ? writeDay(value) : value;
}
