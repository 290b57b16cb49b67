import type { Actor } from "../../access/actor.ts";
import { generateKey } from "../../access/keys.ts";
import { RANK, SCOPE_NAMES } from "../../access/permissions.ts";
import { Conflict, Forbidden, Invalid, NotFound } from "../../errors.ts";
import { recordAudit } from "../audit/audit.service.ts";
import * as queries from "./api-keys.queries.ts";
import { t } from "../../i18n/message.ts";

/** An API key as its instance's admins see it; the key itself is shown once, on creation. */
export interface ApiKey {
  id: number;
  name: string;
  /** It acts with this role, or with its owner's current role when that is lower. */
  role: string;
  /** What it is limited to; null for everything that its role may do. */
  scopes: string[] | null;
  /** The user who created it and for whom it acts. */
  owner: string;
  /** ISO 8601. */
  created_at: string;
  /** ISO 8601, to the minute. */
  last_used_at: string | null;
  /** ISO 8601; null for a key that only a person ends. */
  expires_at: string | null;
}

const KEY_ROLES = ["learner", "instructor", "manager", "admin"];
const LONGEST_NAME = 80;
const MOST_DAYS = 3650;
const PAGE = 10;
const LARGEST_PAGE = 500;

export async function getPageOfKeys(actor: Actor, options: queries.ListOptions) {
  const reach = await actor.reach("api_key.manage");
  const limit = Math.min(options.limit ?? PAGE, LARGEST_PAGE);
  return {
    total: await queries.countKeys(reach, options.search),
    rows: (await queries.listKeys(reach, { ...options, limit })).map(toApiKey),
  };
}

/** Tells whether the instance has API access (P5). */
export async function isApiOpen(actor: Actor): Promise<boolean> {
  return queries.hasApiAccess(await actor.reach("api_key.manage"));
}

/**
 * Creates a key that acts for its creator.
 * @returns the key itself, which cannot be read again
 * @throws Invalid by field; Forbidden for a role above one's own; Conflict where the instance has no API access
 */
export async function createKey(
  actor: Actor,
  input: {
    name: string;
    role: string;
    days?: number | null | undefined;
    scopes?: readonly string[] | null | undefined;
  },
): Promise<{ id: number; key: string }> {
  const reach = await actor.reach("api_key.manage");
  if (!(await queries.hasApiAccess(reach)))
    throw new Conflict(t`API access is not enabled for this site. Ask the operator of the platform.`);
  const name = input.name.trim();
  if (!name) throw new Invalid({ name: [t`Enter a name.`] });
  if (name.length > LONGEST_NAME) throw new Invalid({ name: [t`This can have at most ${LONGEST_NAME} characters.`] });
  if (!KEY_ROLES.includes(input.role)) throw new Invalid({ role: [t`Choose a role from the list.`] });
  if (RANK.findIndex((role) => role === input.role) < RANK.indexOf(reach.role)) throw new Forbidden();
  const days = input.days ?? null;
  if (days !== null && !(days >= 1 && days <= MOST_DAYS))
    throw new Invalid({ days: [t`A key lasts from 1 to ${MOST_DAYS} days.`] });
  const scopes = input.scopes ? SCOPE_NAMES.filter((scope) => input.scopes!.includes(scope)) : null;
  if (scopes !== null && (scopes.length === 0 || scopes.length < new Set(input.scopes).size))
    throw new Invalid({ scopes: [t`Choose from the list what the key is for.`] });
  const { key, hash } = generateKey(reach.instanceId);
  const id = await queries.insertKey(reach, { name, role: input.role, key_hash: hash, days, scopes });
  await recordAudit(actor, reach, {
    action: "api_key.created",
    subject: { type: "api_key", id, name },
    changes: { role: input.role, ...(days !== null && { days }), ...(scopes !== null && { scopes }) },
  });
  return { id, key };
}

/** Revokes a key permanently. @throws NotFound */
export async function revokeKey(actor: Actor, id: number): Promise<{ id: number }> {
  const reach = await actor.reach("api_key.manage");
  const revoked = await queries.revokeKey(reach, id);
  if (!revoked) throw new NotFound("API key");
  await recordAudit(actor, reach, {
    action: "api_key.revoked",
    subject: { type: "api_key", id, name: revoked.name },
  });
  return { id };
}

function toApiKey({ first_name, last_name, created_at, last_used_at, expires_at, ...row }: queries.KeyRow): ApiKey {
  return {
    ...row,
    owner: `${first_name} ${last_name}`,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
    expires_at: expires_at?.toISOString() ?? null,
  };
}
