import { randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { hash, hashRaw, verify } from "@node-rs/argon2";
import { isCommonPassword } from "./common-passwords.ts";
import { FairQueue } from "./fair-queue.ts";
import { t } from "../i18n/message.ts";

// OWASP's argon2id setting: 19 MiB, two passes; about 20 ms of one core.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
// A tenth of the cost, for many passwords at once: under 1 ms each. Stored for minutes only, until `strengthen` (ADR
// 007).
const LIGHT = { memoryCost: 4_096, timeCost: 1, parallelism: 1 };
const LIGHTLY = "$light$";
const LAYERED = "$layered$";
/** The group of the server's own work. */
const SERVER = "server";
const SHORTEST = 8;
const LONGEST = 200;

// Newer than the list of leaks, and the most obvious choices.
const WORD_AND_YEAR = /^(spring|summer|autumn|winter|password|welcome|training|learning|changeme)[\d!]{0,6}$/;

/** Describes what is wrong with a new password to its owner; null when it is acceptable. */
export function passwordProblem(password: string, about: readonly string[] = []): string | null {
  if (password.length < SHORTEST) return t`Password should be at least 8 characters.`;
  if (password.length > LONGEST) return t`Password should be at most 200 characters.`;
  const plain = password.toLowerCase();
  const guessable =
    isCommonPassword(password) ||
    WORD_AND_YEAR.test(plain) ||
    /^(.)\1+$/.test(plain) ||
    "0123456789abcdefghijklmnopqrstuvwxyz9876543210".includes(plain);
  if (guessable || about.some((word) => plain === word.toLowerCase())) {
    return t`This password is too easy to guess. Please choose another.`;
  }
  return null;
}

/**
 * Hashes a new password.
 * @param group the instance; hashing runs round-robin over groups
 * @throws RateLimited when too much work of the group waits
 */
export function hashPassword(password: string, group = SERVER): Promise<string> {
  return queue.run(group, () => hash(password, COST));
}

/** Creates a hash quickly, for thousands of passwords at once. It allows sign-in and must be strengthened immediately. */
export async function hashLightly(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `${LIGHTLY}${salt.toString("base64url")}$${await inBulk.run(SERVER, () => light(password, salt))}`;
}

/** Hashes a light hash with the full cost, without the password; null when the stored hash is not light. */
export async function strengthen(stored: string): Promise<string | null> {
  if (!stored.startsWith(LIGHTLY)) return null;
  const [salt, inner] = stored.slice(LIGHTLY.length).split("$");
  return `${LAYERED}${salt}${await hashPassword(inner!)}`;
}

/**
 * Compares a password with a stored hash. Without a hash it takes the same time and returns false, so that nothing
 * tells which accounts exist.
 * @param group the instance; hashing runs round-robin over groups
 * @throws RateLimited when too much work of the group waits
 */
export async function passwordMatches(stored: string | null, password: string, group = SERVER): Promise<boolean> {
  if (password.length > LONGEST) return false;
  const matches = await queue.run(group, async () => {
    const { hash: outer, salt } = splitLayers(stored ?? (await nobodysHash));
    if (salt === null) return verify(outer, password);
    const inner = await light(password, Buffer.from(salt, "base64url"));
    return outer.startsWith("$") ? verify(outer, inner) : timingSafeEqual(Buffer.from(outer), Buffer.from(inner));
  });
  return stored !== null && matches;
}

/** Splits a stored hash into its layers; `salt` belongs to the light layer, if there is one. */
function splitLayers(stored: string): { hash: string; salt: string | null } {
  const layer = [LIGHTLY, LAYERED].find((prefix) => stored.startsWith(prefix));
  if (!layer) return { hash: stored, salt: null };
  const rest = stored.slice(layer.length);
  const end = rest.indexOf("$");
  return { salt: rest.slice(0, end), hash: layer === LIGHTLY ? rest.slice(end + 1) : rest.slice(end) };
}

async function light(password: string, salt: Buffer): Promise<string> {
  return (await hashRaw(password, { ...LIGHT, salt })).toString("base64url");
}

const nobodysHash = hash("nobody has this password", COST);

// Hashing uses all cores but one, so that the server still answers, and runs round-robin over instances (P81).
const queue = new FairQueue({ running: Math.max(1, availableParallelism() - 1), waiting: 64 });

const inBulk = new FairQueue({ running: Math.max(1, availableParallelism() - 1), waiting: Infinity });
