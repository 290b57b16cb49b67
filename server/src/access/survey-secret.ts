import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Config } from "../config.ts";

/** The name of the file in DATA_DIR. Backups leave it out. */
export const SURVEY_SECRET_FILE = "survey.key";

/** The key for anonymous answers that wait for others, and a hash that names it. */
export interface SurveyKey {
  secret: Buffer;
  id: string;
}

const known = new Map<string, SurveyKey>();

/**
 * Returns the key with which this server encrypts waiting anonymous answers: SURVEY_SECRET, or else a file in DATA_DIR
 * that is created at the first use. It is neither in the database nor in a backup: either alone opens nothing (ADR 101).
 */
export function getSurveyKey({ SURVEY_SECRET, DATA_DIR }: Pick<Config, "SURVEY_SECRET" | "DATA_DIR">): SurveyKey {
  const place = SURVEY_SECRET ?? DATA_DIR;
  const found = known.get(place);
  if (found) return found;
  const secret = SURVEY_SECRET ? Buffer.from(SURVEY_SECRET) : readOrCreate(path.join(DATA_DIR, SURVEY_SECRET_FILE));
  const id = createHash("sha256").update("cairn survey key ").update(secret).digest("base64url").slice(0, 16);
  known.set(place, { secret, id });
  return { secret, id };
}

function readOrCreate(file: string): Buffer {
  mkdirSync(path.dirname(file), { recursive: true });
  try {
    // Of two processes that start together, one creates it.
    writeFileSync(file, randomBytes(32).toString("base64"), { mode: 0o600, flag: "wx", flush: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return Buffer.from(readFileSync(file, "utf8"), "base64");
}
