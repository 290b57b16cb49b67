import type { LogLevel } from "../config.ts";
import type { Database } from "../db/client.ts";
import type { Log } from "./log.ts";

/** How long other servers may take until they use a new level. */
const EVERY_MS = 10_000;

/** A level that an operator chose for all servers. */
export interface ChosenLevel {
  level: LogLevel;
  /** When each server returns to its own LOG_LEVEL; null for never. */
  until: Date | null;
}

/** Sets the level of all loggers of this process: the one that was chosen for all servers, else that of LOG_LEVEL. */
export class LogLevels {
  readonly #database: Database;
  readonly #standard: LogLevel;
  readonly #log: Log;
  readonly #loggers = new Set<{ level: string }>();
  #chosen: ChosenLevel | null = null;
  #isLoud = false;

  constructor(database: Database, standard: LogLevel, log: Log) {
    this.#database = database;
    this.#standard = standard;
    this.#log = log;
  }

  /** Returns the level in use. */
  get level(): LogLevel {
    if (this.#isLoud) return "debug";
    const { level, until } = this.#chosen ?? { level: this.#standard, until: null };
    return until && until.getTime() <= Date.now() ? this.#standard : level;
  }

  /** Lets the level of a logger follow. */
  add(logger: { level: string }): void {
    this.#loggers.add(logger);
    logger.level = this.level;
  }

  /** Reads the level again. Without the database, the level stays. */
  async refresh(): Promise<void> {
    const chosen = await findChosenLevel(this.#database).catch(() => undefined);
    if (chosen !== undefined) this.#chosen = chosen;
    this.#apply();
  }

  /** Uses a level that this server has just stored; null for LOG_LEVEL. */
  use(chosen: ChosenLevel | null): void {
    this.#chosen = chosen;
    this.#apply();
  }

  /** Switches between `debug` and the level in use, for this process alone. */
  toggleDebug(): void {
    this.#isLoud = !this.#isLoud;
    this.#apply();
  }

  /** Follows changes of other servers and the end of the time limit, and SIGUSR2. @returns a function that stops it */
  async start(): Promise<() => void> {
    await this.refresh();
    const timer = setInterval(() => void this.refresh(), EVERY_MS).unref();
    const toggle = () => this.toggleDebug();
    // Windows has no such signal.
    if (process.platform !== "win32") process.on("SIGUSR2", toggle);
    return () => {
      clearInterval(timer);
      process.off("SIGUSR2", toggle);
    };
  }

  #apply(): void {
    const { level } = this;
    const changed = [...this.#loggers].filter((logger) => logger.level !== level);
    if (changed.length === 0) return;
    this.#log.warn({ from: changed[0]!.level, to: level }, "The level of the log changes");
    for (const logger of changed) logger.level = level;
  }
}

async function findChosenLevel({ beside }: Pick<Database, "beside">): Promise<ChosenLevel | null> {
  const { rows } = await beside.query<ChosenLevel>({
    name: "log_level",
    text: "SELECT level, until FROM log_level WHERE until IS NULL OR until > now()",
  });
  return rows[0] ?? null;
}
