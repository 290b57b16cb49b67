import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { type FileStore, getFolder } from "../platform/files.ts";
import type { Finding } from "./database.ts";

interface Row {
  instance_id: number;
  key: string;
  size: string;
}

/**
 * Looks for the file of every row: it has to be there with its size. Those that the original still has are compared by
 * SHA-256.
 * @param original null when it is gone, or is the same bucket
 */
export async function compareFiles(owner: pg.Client, copy: FileStore, original: FileStore | null): Promise<Finding> {
  const { rows } = await owner.query<Row>("SELECT instance_id, key, size::text AS size FROM files ORDER BY key");
  const faults: string[] = [];
  let compared = 0;
  for (const instanceId of new Set(rows.map((row) => row.instance_id))) {
    const sizes = await listSizes(copy, instanceId);
    const there = original ? await listSizes(original, instanceId) : new Map<string, number>();
    for (const { key, size } of rows.filter((row) => row.instance_id === instanceId)) {
      const found = sizes.get(key);
      if (found === undefined) {
        if (![...sizes.keys()].some((each) => getFolder(each) === key)) faults.push(`${key} is missing`);
      } else if (found !== Number(size)) faults.push(`${key} has ${found} bytes instead of ${size}`);
      else if (original && there.get(key) === found) {
        compared++;
        if ((await digest(copy, key)) !== (await digest(original, key))) faults.push(`${key} has other bytes`);
      }
    }
  }
  return faults.length > 0
    ? { subject: "Files", holds: false, detail: `${faults.slice(0, 5).join("; ")} (${faults.length} in all).` }
    : { subject: "Files", holds: true, detail: `${rows.length} are there, ${compared} compared by SHA-256.` };
}

async function listSizes(files: FileStore, instanceId: number): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for await (const { key, size } of files.list(`${instanceId}/`)) sizes.set(key, size);
  return sizes;
}

async function digest(files: FileStore, key: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(await files.get(key), hash);
  return hash.digest("hex");
}
