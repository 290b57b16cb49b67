import type pg from "pg";

/** How many rows a table had before and after something happened. */
export type CountRange = [before: number, after: number];

/** Counts the rows of every table of the application, reading each from its heap. */
export async function countRows(client: Pick<pg.ClientBase, "query">): Promise<Map<string, number>> {
  const { rows: tables } = await client.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename",
  );
  const counts = new Map<string, number>();
  for (const { name } of tables) {
    const { rows } = await client.query<{ count: string }>(`SELECT count(*)::text AS count FROM public."${name}"`);
    counts.set(name, Number(rows[0]!.count));
  }
  return counts;
}

/** Joins two counts; a table that only one of them has is left out. */
export function toRanges(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): Record<string, CountRange> {
  return Object.fromEntries(
    [...before].flatMap(([name, count]) => (after.has(name) ? [[name, [count, after.get(name)!] as CountRange]] : [])),
  );
}
