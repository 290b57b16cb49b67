import { parseArgs } from "node:util";
import { ConfigError, loadConfig, LOG_LEVELS } from "./config.ts";
import { openDatabase } from "./db/open.ts";
import { changeLogLevel, isDuration, isLevel } from "./features/system/log-level.service.ts";

const USAGE = `npm run log:level -- debug --minutes 30, with ${LOG_LEVELS.join(", ")} or standard`;

// `npm run log:level -- debug --minutes 30`: changes the level of the log of all servers while they run.
try {
  const { values, positionals } = parseArgs({
    options: { minutes: { type: "string" } },
    allowPositionals: true,
    args: process.argv.slice(2),
  });
  const [name = "", ...rest] = positionals;
  const level = name === "standard" ? null : name;
  const minutes = values.minutes === undefined ? null : Number(values.minutes);
  if (rest.length > 0 || (level !== null && !isLevel(level)) || !isDuration(minutes))
    throw new ConfigError(`Name a level: ${USAGE}`);
  const config = loadConfig(process.env);
  const open = await openDatabase(config, () => {});
  const chosen = await changeLogLevel(open.database, config, level, minutes).finally(() => open.close());
  const end = chosen?.until ? ` until ${chosen.until.toISOString()}` : "";
  process.stdout.write(
    `Within ten seconds, all servers and workers use ${chosen ? `the level ${chosen.level}${end}` : "LOG_LEVEL again"}.\n`,
  );
  process.exit(0);
} catch (error) {
  const isUsage = error instanceof ConfigError || error instanceof TypeError;
  process.stderr.write(`${isUsage ? error.message : String((error as Error).stack)}\n`);
  process.exit(1);
}
