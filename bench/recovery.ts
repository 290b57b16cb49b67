// `npm run bench:recovery`: backs up, archives, restores and proves a built-in database of --gigabytes <number>, 10 by default,
// with one tenth of it written after the backup. Needs four times as much disk. Writes docs/performance.md.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { openArchiveStore } from "../server/src/archiving/archive-store.ts";
import { Archiver } from "../server/src/archiving/archiver.ts";
import { restoreTo } from "../server/src/archiving/restore-to.ts";
import { backUp } from "../server/src/db/backup.ts";
import { openFileStore } from "../server/src/platform/files.ts";
import { startPlatform } from "../server/src/start.ts";
import { runCommand } from "../server/src/testing/run-command.ts";
import { writeSection } from "./performance-page.ts";

const { values: options } = parseArgs({
  options: { gigabytes: { type: "string", default: "10" }, out: { type: "string" } },
});
const gigabytes = Number(options.gigabytes);
const folder = mkdtempSync(path.join(tmpdir(), "cairn-recovery-bench-"));
await chmod(folder, 0o755); // PostgreSQL runs as nobody when this runs as root.
const dataDir = path.join(folder, "data");
const backup = path.join(folder, "backup");
mkdirSync(path.join(folder, "archive"));
const store = openArchiveStore(`file://${folder}/archive`);

try {
  const { owner, asOwner, close } = await startPlatform({ DATA_DIR: dataDir, DEMO: "off", LOG_LEVEL: "silent" });
  await asOwner("CREATE TABLE bench_rows (id bigserial PRIMARY KEY, body text)");
  const archiver = new Archiver({
    connection: owner,
    dataDir,
    store,
    place: "bench",
    files: openFileStore({ DATA_DIR: dataDir }),
    days: 30,
  });
  await fill(asOwner, gigabytes, archiver);
  const rows = [["back up", await time(() => backUp(dataDir, backup))]];
  const before = await measureArchive();
  let archiving = 0;
  for (let part = 0; part < 10; part++) {
    await fill(asOwner, gigabytes / 100);
    archiving += await time(() => archiver.run());
  }
  rows.push([`archive ${gigabytes / 10} GB that were written since`, archiving]);
  const archived = (await measureArchive()) - before;
  await close();
  rows.push([
    "restore the backup, and replay the archive",
    await time(() => restoreTo({ backup, dataDir, store, hasFiles: true }, { until: "latest" })),
  ]);
  const env = { DATA_DIR: dataDir, DEMO: "off", ARCHIVE_URL: `file://${folder}/archive` };
  rows.push([
    "prove the backup with the archive (`restore:drill`)",
    await time(async () => {
      const { code, out, errors } = await runCommand("restore-drill.ts", env, backup, "--until", "latest");
      if (code !== 0) throw new Error(out + errors);
    }),
  ]);
  await writeSection("Backup and recovery", page(rows as [string, number][], archived), options.out);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Writes rows of one kilobyte, whose halves are the same, and archives them in between. */
async function fill(run: (statement: string) => Promise<void>, size: number, archiver?: Archiver): Promise<void> {
  const perStep = 200_000;
  for (let left = Math.round(size * 1_000_000); left > 0; left -= perStep) {
    await run(
      `INSERT INTO bench_rows (body)
        SELECT repeat((SELECT string_agg(md5(random()::text), '') FROM generate_series(1, 15) WHERE n > 0), 2)
        FROM generate_series(1, ${Math.min(perStep, left)}) n`,
    );
    await archiver?.run();
  }
}

async function measureArchive(): Promise<number> {
  let bytes = 0;
  for await (const { size } of store.list("")) bytes += size;
  return bytes;
}

/** Returns the seconds that something takes. */
async function time(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1_000;
}

function page(rows: [string, number][], archived: number): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(([name, seconds]) => `| ${name.padEnd(width)} | ${`${seconds.toFixed(0)} s`.padStart(7)} |`);
  return `\`npm run bench:recovery\` writes this section: the built-in database with ${gigabytes} GB, on one disk; ${cpus().length} x ${cpus()[0]!.model}, Node ${process.version}.
The ${gigabytes / 10} GB that were written after the backup are ${(archived / 1e9).toFixed(2)} GB in the archive.

| ${"".padEnd(width)} |  result |
| ${"".padEnd(width, "-")} | ------: |
${lines.join("\n")}
`;
}
