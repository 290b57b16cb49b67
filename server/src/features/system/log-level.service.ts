import type { Actor } from "../../access/actor.ts";
import { platformInstanceId } from "../../access/session.ts";
import { inInstance } from "../../access/tenancy.ts";
import { LOG_LEVELS, type LogLevel } from "../../config.ts";
import type { Database, Db } from "../../db/client.ts";
import { Invalid } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import type { ChosenLevel } from "../../platform/log-levels.ts";
import type { Platform } from "../../platform/platform.ts";
import { type AuditEntry, recordAudit, recordSystemAudit } from "../audit/audit.service.ts";
import * as queries from "./log-level.queries.ts";

const MOST_MINUTES = 24 * 60;

/** The level of the log. */
export interface LogLevelState {
  level: LogLevel;
  /** LOG_LEVEL of the server that answers. */
  standard: LogLevel;
  /** Whether it was chosen for all servers. */
  is_chosen: boolean;
  /** When every server returns to its own LOG_LEVEL. */
  until: Date | null;
}

/** Returns the level of the log. */
export async function getLogLevel(actor: Actor): Promise<LogLevelState> {
  const { db } = await actor.reachPlatform();
  return toState(actor.platform.config.LOG_LEVEL, await queries.findLevel(db));
}

/**
 * Changes the level of the log of all servers without a restart; others follow within ten seconds.
 * @param level null for LOG_LEVEL of each server
 * @param minutes after which every server returns to its own LOG_LEVEL; null for never
 * @throws Invalid by field
 */
export async function setLogLevel(actor: Actor, level: string | null, minutes: number | null): Promise<LogLevelState> {
  const reach = await actor.reachPlatform();
  const { logLevels, config } = actor.platform;
  if (level !== null && !isLevel(level)) throw new Invalid({ level: [t`There is no such level.`] });
  if (!isDuration(minutes)) throw new Invalid({ minutes: [t`Choose 1 to ${MOST_MINUTES} minutes.`] });
  const { chosen, entry } = await change(reach.db, config, level, minutes);
  await recordAudit(actor, reach, entry);
  // If the transaction fails, the level is read again within ten seconds.
  logLevels.use(chosen);
  return toState(config.LOG_LEVEL, chosen);
}

/** Changes the level of the log of all servers for a command on a server, where nobody is signed in. */
export async function changeLogLevel(
  database: Database,
  config: Platform["config"],
  level: LogLevel | null,
  minutes: number | null,
): Promise<ChosenLevel | null> {
  const instanceId = await platformInstanceId(database);
  return inInstance(database, instanceId, async (db) => {
    const { chosen, entry } = await change(db, config, level, minutes);
    await recordSystemAudit({ config }, { db, instanceId }, entry);
    return chosen;
  });
}

/** Tells whether a level can be chosen for this many minutes. */
export function isDuration(minutes: number | null): boolean {
  return minutes === null || (Number.isInteger(minutes) && minutes >= 1 && minutes <= MOST_MINUTES);
}

/** Tells whether a text is a level of the log. */
export function isLevel(text: string): text is LogLevel {
  return (LOG_LEVELS as readonly string[]).includes(text);
}

async function change(
  db: Db,
  config: Platform["config"],
  level: LogLevel | null,
  minutes: number | null,
): Promise<{ chosen: ChosenLevel | null; entry: AuditEntry }> {
  const before = await queries.findLevel(db);
  const chosen = level === null ? null : await queries.storeLevel(db, level, minutes);
  if (level === null) await queries.deleteLevel(db);
  const levels = [before?.level ?? config.LOG_LEVEL, level ?? config.LOG_LEVEL];
  return {
    chosen,
    entry: {
      action: "system.log_level_changed",
      subject: { type: "system", id: null, name: config.PRODUCT_NAME },
      changes: { log_level: levels, ...(chosen && minutes !== null && { minutes }) },
    },
  };
}

function toState(standard: LogLevel, chosen: ChosenLevel | null): LogLevelState {
  return {
    level: chosen?.level ?? standard,
    standard,
    is_chosen: chosen !== null,
    until: chosen?.until ?? null,
  };
}
