import path from "node:path";
import { ConfigError, loadConfig } from "./config.ts";
import { backUp, restore } from "./db/backup.ts";

// `npm run backup -- <folder>` and `npm run restore -- <folder>`: back up and restore the data folder of this server.
const [command, folder, ...rest] = process.argv.slice(2);
try {
  const { DATA_DIR, DATABASE_URL, STORAGE_URL } = loadConfig(process.env);
  if (DATABASE_URL)
    throw new ConfigError(
      "The database is not the built-in one (DATABASE_URL): back it up with pg_dump or as its host does.",
    );
  if (!folder || rest.length > 0) throw new ConfigError(`Name one folder: npm run ${command} -- /backups/2026-11-21`);
  const target = path.resolve(folder);
  if (command === "backup") {
    await backUp(DATA_DIR, target);
    process.stdout.write(`Everything of ${DATA_DIR} is in ${target}.\n`);
  } else {
    const former = await restore(target, DATA_DIR);
    process.stdout.write(`${DATA_DIR} is what ${target} was.${former ? ` What it was before is in ${former}.` : ""}\n`);
  }
  if (STORAGE_URL) process.stdout.write("Files are in the bucket of STORAGE_URL and not in this folder.\n");
  process.exit(0);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
