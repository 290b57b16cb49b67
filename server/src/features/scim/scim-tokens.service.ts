import type { Actor } from "../../access/actor.ts";
import { generateScimToken } from "../../access/scim.ts";
import { type PageOptions, toPageOptions } from "../../db/page.ts";
import { Forbidden, Invalid, NotFound } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { recordAudit } from "../audit/audit.service.ts";
import * as queries from "./scim-tokens.queries.ts";

/** A token for provisioning as admins see it; the token itself is shown once, on creation. */
export interface ProvisioningToken {
  id: number;
  name: string;
  /** The start of the token. */
  prefix: string;
  /** The admin who created it and for whom it acts. */
  owner: string;
  /** ISO 8601. */
  created_at: string;
  /** ISO 8601, to the minute. */
  last_used_at: string | null;
  /** ISO 8601. */
  expires_at: string;
}

const LONGEST_NAME = 80;
const MOST_DAYS = 1_095;

type Listing = Pick<PageOptions, "sort" | "limit" | "offset">;

/** Returns one page of tokens, newest first by default, with the total. */
export async function getPageOfTokens(actor: Actor, options: Listing) {
  const reach = await actor.reach("provisioning.manage");
  const page = toPageOptions({ ...options, sort: options.sort ?? "-created" });
  const rows = await queries.listTokens(reach, page);
  return { total: await queries.countTokens(reach), rows: rows.map(toToken) };
}

/**
 * Creates a token that acts for its creator.
 * @returns the token itself, which cannot be read again
 * @throws Invalid by field; Forbidden in the instance of the platform's operators
 */
export async function createToken(
  actor: Actor,
  input: { name: string; days: number },
): Promise<{ id: number; token: string }> {
  const reach = await actor.reach("provisioning.manage");
  if (await queries.isPlatform(reach)) throw new Forbidden();
  const name = input.name.trim();
  if (!name) throw new Invalid({ name: [t`Enter a name.`] });
  if (name.length > LONGEST_NAME) throw new Invalid({ name: [t`This can have at most ${LONGEST_NAME} characters.`] });
  if (!(input.days >= 1 && input.days <= MOST_DAYS))
    throw new Invalid({ days: [t`A token lasts from 1 to ${MOST_DAYS} days.`] });
  const { token, prefix, hash } = generateScimToken(reach.instanceId);
  const id = await queries.insertToken(reach, { name, prefix, token_hash: hash, days: input.days });
  await recordAudit(actor, reach, {
    action: "scim_token.created",
    subject: { type: "scim_token", id, name },
    changes: { days: input.days },
  });
  return { id, token };
}

/** Revokes a token permanently. @throws NotFound */
export async function revokeToken(actor: Actor, id: number): Promise<{ id: number }> {
  const reach = await actor.reach("provisioning.manage");
  const revoked = await queries.revokeToken(reach, id);
  if (!revoked) throw new NotFound("Token");
  await recordAudit(actor, reach, {
    action: "scim_token.revoked",
    subject: { type: "scim_token", id, name: revoked.name },
  });
  return { id };
}

function toToken({ created_at, last_used_at, expires_at, ...row }: queries.TokenRow): ProvisioningToken {
  return {
    ...row,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
    expires_at: expires_at.toISOString(),
  };
}
