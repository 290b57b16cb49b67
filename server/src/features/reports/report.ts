import { readFileSync } from "node:fs";
import { CompiledQuery } from "kysely";
import * as z from "zod";
import type { Reach } from "../../access/actor.ts";

const PEOPLE = read("people.sql");

/**
 * A report: one `.sql` file of this folder and the shape of its rows. Its text finds the table `people` (who counts, see
 * people.sql) and named parameters: $instance, $branches and $groups come from the reach, the others from the call.
 */
export function sqlReport<Row extends z.ZodType>(file: string, row: Row) {
  const { text, names } = numbered(`WITH people AS NOT MATERIALIZED (\n${PEOPLE})\n${read(file)}`);
  return async (reach: Reach<"report.view">, params: Record<string, unknown> = {}): Promise<z.infer<Row>[]> => {
    const bound: Record<string, unknown> = {
      ...params,
      instance: reach.instanceId,
      branches: reach.branchIds,
      groups: reach.ledGroupIds,
    };
    const values = names.map((name) => {
      if (bound[name] === undefined) throw new Error(`${file}: no value for $${name}.`);
      return bound[name];
    });
    const { rows } = await reach.db.executeQuery(CompiledQuery.raw(text, values));
    return z.array(row).parse(rows);
  };
}

/** Named parameters as PostgreSQL counts them; a name has one number, however often it stands there. */
function numbered(sql: string): { text: string; names: string[] } {
  const names: string[] = [];
  const text = sql.replace(/\$([a-z_]+)/g, (_, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { text, names };
}

function read(file: string): string {
  return readFileSync(new URL(file, import.meta.url), "utf8");
}
