import { hash, findInstanceId, readInstanceId, createToken } from "../../access/session.ts";
import { inInstance } from "../../access/tenancy.ts";
import type { Platform } from "../../platform/platform.ts";
import { giveToken } from "./sessions.queries.ts";

/** The answer of a fetch URL (cmi5 8.2): the session's token, once, or an error. */
export type FetchAnswer = { "auth-token": string } | { "error-code": "1" | "2" | "3"; "error-text": string };

const UNKNOWN: FetchAnswer = { "error-code": "2", "error-text": "This address opens no session here." };
const USED: FetchAnswer = { "error-code": "1", "error-text": "This address has been used, or its session is over." };
export const BROKEN: FetchAnswer = { "error-code": "3", "error-text": "The session could not be opened." };

/** Gives an AU its session's token, at the instance from which it was launched. */
export async function fetchToken(
  platform: Platform,
  instanceLabel: string | null,
  address: string,
): Promise<FetchAnswer> {
  const instanceId = instanceLabel ? await findInstanceId(platform.database, instanceLabel) : null;
  if (instanceId === null || readInstanceId(address) !== instanceId) return UNKNOWN;
  const token = createToken(instanceId);
  const given = await inInstance(platform.database, instanceId, (db) =>
    giveToken(db, instanceId, hash(address), hash(token)),
  );
  if (given === "unknown") return UNKNOWN;
  return given === "used" ? USED : { "auth-token": Buffer.from(`cmi5:${token}`).toString("base64") };
}
