import { createHash } from "node:crypto";
import type { Actor } from "../../access/actor.ts";
import { openStore, refuseForeignDocument } from "./clients.ts";
import * as queries from "./documents.queries.ts";
import { bad, XapiRefusal } from "./refusal.ts";
import { requireStorage } from "./storage.service.ts";
import type { Version } from "./statement-rules.ts";
import { Invalid } from "../../errors.ts";
import { parseJson } from "../../platform/json.ts";

export type { Kind, Owner } from "./documents.queries.ts";

/** The version of a document that a request expects (xAPI 2.0, 4.1.4). */
export interface Precondition {
  ifMatch?: string | undefined;
  ifNoneMatch?: string | undefined;
}

/**
 * The version of the address and of the request: 2.0.0 accepts requests of 1.0.x, whose states have no concurrency
 * control.
 */
export interface Versions {
  base: Version;
  spoken: Version;
}

/** Returns a document. @throws XapiRefusal 404 */
export async function readDocument(actor: Actor, owner: queries.Owner, id: string): Promise<queries.Document> {
  const { reach } = await openFor(actor, owner, id, null);
  const found = await queries.findDocument(reach, owner, id);
  if (!found) throw new XapiRefusal(404, "There is no such document.");
  return found;
}

export async function listDocuments(actor: Actor, owner: queries.Owner, since: Date | null) {
  const { reach } = await openFor(actor, owner, null, null);
  return queries.listDocuments(reach, owner, since);
}

/**
 * Stores a document and replaces an earlier one.
 * @throws XapiRefusal 412 when it has changed meanwhile; 409 (400 in 1.0.3) for a profile without a precondition
 */
export async function putDocument(
  actor: Actor,
  owner: queries.Owner,
  document: { id: string; contentType: string; content: Buffer },
  precondition: Precondition,
  { base, spoken }: Versions,
): Promise<void> {
  const { reach, launch } = await openFor(actor, owner, document.id, { method: "PUT", ...document });
  if (launch && !launch.isKept) return;
  const there = await queries.findDocument(reach, owner, document.id, { held: true });
  const isBlind = precondition.ifMatch === undefined && precondition.ifNoneMatch === undefined;
  if (isBlind && (owner.kind !== "state" || spoken === "2.0.0")) {
    if (there) throw new XapiRefusal(409, "There is such a document: read it, and send its ETag as If-Match.");
    if (base === "1.0.3") throw bad("Send If-Match with the ETag of the document, or If-None-Match: *.");
  }
  check(precondition, there, owner.kind, spoken);
  await save(actor, reach, owner, document, there);
}

/**
 * Merges a JSON object into the stored one, one level deep, or stores it (xAPI 2.0, 4.1.6.2).
 * @throws XapiRefusal 400 when one of the two is not a JSON object; 412 when it has changed meanwhile
 */
export async function postDocument(
  actor: Actor,
  owner: queries.Owner,
  document: { id: string; contentType: string; content: Buffer },
  precondition: Precondition,
  { spoken }: Versions,
): Promise<void> {
  const { reach, launch } = await openFor(actor, owner, document.id, { method: "POST", ...document });
  if (launch && !launch.isKept) return;
  const there = await queries.findDocument(reach, owner, document.id, { held: true });
  check(precondition, there, owner.kind, spoken);
  const isJson = /^application\/json\b/i.test(document.contentType);
  const added = isJson ? parseObject(document.content) : null;
  if (isJson && !added) throw bad("What is merged is a JSON object.");
  if (!there) return save(actor, reach, owner, document, there);
  const before = /^application\/json\b/i.test(there.content_type) ? parseObject(there.content) : null;
  if (!added || !before) throw bad("Only a JSON object can be merged, and only into a JSON object.");
  const content = Buffer.from(JSON.stringify({ ...before, ...added }));
  await save(actor, reach, owner, { ...document, content }, there);
}

/** Deletes a document, or all of the owner without an id. A missing document is not an error. */
export async function deleteDocuments(
  actor: Actor,
  owner: queries.Owner,
  id: string | null,
  precondition: Precondition,
  { spoken }: Versions,
): Promise<void> {
  const { reach, launch } = await openFor(actor, owner, id, {
    method: "DELETE",
    contentType: "",
    content: Buffer.alloc(0),
  });
  if (launch && !launch.isKept) return;
  if (id !== null)
    check(precondition, await queries.findDocument(reach, owner, id, { held: true }), owner.kind, spoken);
  await queries.deleteDocuments(reach, owner, id);
}

async function openFor(
  actor: Actor,
  owner: queries.Owner,
  id: string | null,
  change: Parameters<typeof refuseForeignDocument>[4],
) {
  const client = await openStore(actor);
  await refuseForeignDocument(actor, client, owner, id, change);
  return client;
}

/** State has no concurrency control in 1.0.3, whatever headers a client sends. */
function check(
  { ifMatch, ifNoneMatch }: Precondition,
  there: queries.Document | undefined,
  kind: queries.Kind,
  spoken: Version,
): void {
  if (kind === "state" && spoken === "1.0.3") return;
  const names = (header: string, etag: string) =>
    header
      .split(",")
      .map((part) => part.trim().replace(/^W\//, ""))
      .some((part) => part === "*" || part === etag);
  const isMissed = ifMatch !== undefined && !(there && names(ifMatch, there.etag));
  const isThere = ifNoneMatch !== undefined && there !== undefined && names(ifNoneMatch, there.etag);
  if (isMissed || isThere)
    throw new XapiRefusal(412, "The document is not what the request takes it for. Read it again.");
}

/** Stores a document. @throws XapiRefusal 413 when it grows beyond the storage limit */
async function save(
  actor: Actor,
  reach: Parameters<typeof queries.saveDocument>[0],
  owner: queries.Owner,
  { id, contentType, content }: { id: string; contentType: string; content: Buffer },
  before: queries.Document | undefined,
): Promise<void> {
  await requireStorage(actor.platform, reach, content.length - (before?.content.length ?? 0));
  const etag = `"${createHash("sha1").update(content).digest("hex")}"`;
  await queries.saveDocument(reach, owner, { document_id: id, content_type: contentType, content, etag });
}

function parseObject(content: Buffer): object | null {
  try {
    const value: unknown = parseJson(content.toString("utf8"));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
  } catch (error) {
    // Too many values or levels.
    if (error instanceof Invalid) throw bad(error.message);
    return null;
  }
}
