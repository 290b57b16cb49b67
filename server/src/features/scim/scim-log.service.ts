import type { Actor } from "../../access/actor.ts";
import type { Db } from "../../db/client.ts";
import { type PageOptions, toPageOptions } from "../../db/page.ts";
import type { Resource } from "./representation.ts";
import type { ScimError } from "./scim-error.ts";
import * as queries from "./scim-log.queries.ts";
import { toId } from "./values.ts";

/** A line of the log of provisioning. */
export interface ProvisioningEntry {
  id: number;
  /** ISO 8601. */
  created_at: string;
  /** The name of the token. */
  token: string;
  method: string;
  /** User, Group or Other. */
  resource: string;
  resource_id: number | null;
  resource_name: string | null;
  status: number;
  /** Why the request was refused; null for success. */
  detail: string | null;
}

interface Asked {
  method: string;
  kind: string;
  id: string | null;
  body: unknown;
}

const LONGEST_NAME = 254;
const LONGEST_DETAIL = 500;
const RESOURCES: Record<string, "User" | "Group"> = { Users: "User", Groups: "Group" };

/** Stores in the log what a request changed, in its transaction. */
export async function recordProvisioning(
  actor: Actor,
  asked: Asked,
  { status, resource }: { status: number; resource?: Resource },
): Promise<void> {
  await record(actor, asked, {
    status,
    detail: null,
    resource_id: resource ? Number(resource.id) : null,
    resource_name: nameIn(resource) ?? nameIn(asked.body),
  });
}

/** Stores in the log that a request was refused, and why. */
export async function recordRefusal(actor: Actor, asked: Asked, error: ScimError): Promise<void> {
  await record(actor, asked, {
    status: error.status,
    detail: storable(error.message, LONGEST_DETAIL),
    resource_id: asked.id === null ? null : toId(asked.id),
    resource_name: nameIn(asked.body),
  });
}

async function record(
  actor: Actor,
  { method, kind }: Asked,
  entry: Pick<queries.LogEntry, "status" | "detail" | "resource_id" | "resource_name">,
): Promise<void> {
  const reach = await actor.reach("user.view");
  await queries.insertEntry(reach, {
    ...entry,
    token_id: actor.scim!.tokenId,
    method,
    resource: RESOURCES[kind] ?? "Other",
  });
}

/** Returns the user name or the name of a group in a resource or a body. */
function nameIn(value: unknown): string | null {
  if (typeof value !== "object" || value === null) return null;
  const { userName, displayName } = value as { userName?: unknown; displayName?: unknown };
  const name = userName ?? displayName;
  return typeof name === "string" ? storable(name, LONGEST_NAME) : null;
}

/** Shortens a text of a client and removes what PostgreSQL cannot store. */
function storable(text: string, longest: number): string {
  return text.replaceAll("\0", "").slice(0, longest).toWellFormed();
}

/** Returns one page of the log, newest first, with the total. */
export async function getPageOfLog(actor: Actor, options: queries.LogFilter & Pick<PageOptions, "limit" | "offset">) {
  const reach = await actor.reach("provisioning.manage");
  const rows = await queries.listEntries(reach, toPageOptions(options));
  return { total: await queries.countEntries(reach, options), rows: rows.map(toEntry) };
}

/** Deletes old entries of an instance. */
export async function sweepProvisioningLog(db: Db, instanceId: number): Promise<void> {
  await queries.deleteOldEntries(db, instanceId);
}

function toEntry({ created_at, ...row }: queries.LogRow): ProvisioningEntry {
  return { ...row, created_at: created_at.toISOString() };
}
