import type pg from "pg";
import { toSmallKey } from "../features/files/addresses.ts";

/**
 * Lists the keys of stored files by their rows, with those of the small versions of pictures. The key of a package is that
 * of its folder. @param since of rows that were made from then on
 */
export async function listFileKeys(client: pg.Client, since = new Date(0)): Promise<string[]> {
  const { rows } = await client.query<{ key: string; has_small: boolean }>(
    "SELECT key, small_size IS NOT NULL AS has_small FROM files WHERE created_at >= $1",
    [since],
  );
  return rows.flatMap(({ key, has_small }) => (has_small ? [key, toSmallKey(key)] : [key]));
}
