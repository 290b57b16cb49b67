import { readFileSync } from "node:fs";
import { CompiledQuery } from "kysely";
import * as z from "zod";
import type { Reach } from "../../access/actor.ts";
import type { Action } from "../../access/permissions.ts";
import { inBatches } from "../../db/batches.ts";

/**
 * A report: one `.sql` file of this folder and the shape of its rows. Its text finds the table `people` (who counts, see
 * people.sql) and named parameters: $instance, $branches and $groups come from the reach, the others from the call.
 * A line behind `--if x:` stands only when `x` is said: `narrowed` by a reach of some branches or groups, `some` by that or by
 * chosen groups, `everybody` by neither; `kept` where totals that are kept of everybody say it, `anew` where they do not, the
 * others by the call. What a person chose to sort by is said as `by x`, and is nothing
 * else, whatever it is. Several texts instead of one with conditions inside, so that PostgreSQL can keep a good plan for each:
 * planning anew costs as much as the reading. A line `--file x.sql` stands for that file, behind `--if x:` as well.
 * It is read with `report.view`, and where another permission is named, with that one too; to the compiler alone it matters which.
 */
export function sqlReport<Row extends z.ZodType, Besides extends Action = never>(
  file: string,
  row: Row,
  _besides?: Besides,
) {
  type Reading = Reach<"report.view" | Besides>;
  const source = `WITH people AS NOT MATERIALIZED (\n${read("people.sql")})\n${read(file).replace(/^WITH /m, ", ")}`;
  const known = new Set(Array.from(source.matchAll(/--if ([^:]+):/g), ([, condition]) => condition!));
  const texts = new Map<string, ReturnType<typeof numbered>>();
  const rowsOf = z.array(row);
  const checked = new Set<string>();

  /** The rows as what they are said to be. A text that has once been right is right for ever: what it gives cannot change its shape. */
  const shaped = (text: string, rows: unknown[]): z.infer<Row>[] => {
    if (!checked.has(text)) {
      rowsOf.parse(rows);
      if (rows.length > 0) checked.add(text);
    }
    return rows as z.infer<Row>[];
  };

  const statement: Statement = (reach, params, said) => {
    const isOfAll = reach.branchIds === null && !said.includes("grouped");
    const isKept = isOfAll && !said.includes("from") && !said.includes("to");
    const of = [
      isOfAll ? "everybody" : "some",
      isKept ? "kept" : "anew",
      ...(reach.branchIds === null ? [] : ["narrowed"]),
    ];
    const conditions = [...said, ...of].filter((each) => known.has(each));
    const key = conditions.join();
    const { text, names } = texts.get(key) ?? numbered(resolved(source, conditions));
    texts.set(key, { text, names });
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
    return { text, values };
  };

  const report = async (
    reach: Reading,
    params: Record<string, unknown> = {},
    said: readonly string[] = [],
  ): Promise<z.infer<Row>[]> => {
    const { text, values } = statement(reach, params, said);
    const { rows } = await reach.db.executeQuery(CompiledQuery.raw(text, values));
    return shaped(text, rows);
  };

  /** The same rows some hundreds at a time, through a cursor: a report of millions is never in memory. */
  report.inBatches = async function* (
    reach: Reading,
    params: Record<string, unknown>,
    said: readonly string[],
  ): AsyncGenerator<z.infer<Row>[]> {
    const { text, values } = statement(reach, params, said);
    for await (const rows of inBatches(reach.db, { sql: text, parameters: values })) yield shaped(text, rows);
  };

  /** How many rows there are. */
  report.count = async (reach: Reading, params: Record<string, unknown>, said: readonly string[]): Promise<number> => {
    const { text, values } = statement(reach, params, said);
    const { rows } = await reach.db.executeQuery<{ total: number }>(
      CompiledQuery.raw(`SELECT count(*) AS total FROM (${text}) counted`, values),
    );
    return rows[0]!.total;
  };

  return report;
}

type Statement = (
  reach: Reach,
  params: Record<string, unknown>,
  said: readonly string[],
) => { text: string; values: unknown[] };

const CONDITIONAL = /^ *--if ([^:]+):(.*)$/gm;

/** The text with the lines of these conditions and without the others, and without comments. */
function resolved(source: string, conditions: readonly string[]): string {
  const standing = (text: string): string =>
    text.replace(CONDITIONAL, (_, condition: string, line: string) =>
      conditions.includes(condition) ? standing(line) : "",
    );
  return standing(source).replace(/^ *--.*$/gm, "");
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
  const text = readFileSync(new URL(file, import.meta.url), "utf8");
  return text.replace(/^(--if [^:]+:)? *--file (.+)$/gm, (_, condition: string | undefined, other: string) =>
    condition ? read(other).replace(/^/gm, `${condition} `) : read(other),
  );
}
