import { type RawBuilder, sql } from "kysely";
import { hashToUuid } from "./formats.ts";
import type { Store } from "./statements.queries.ts";

export type Kind = "state" | "agent_profile" | "activity_profile";

/** What a document belongs to: keys of `formats.ts`; keys that a kind does not use are left out. */
export interface Owner {
  kind: Kind;
  activity?: string;
  agent?: string;
  registration?: string;
}

export interface Document {
  document_id: string;
  content_type: string;
  content: Buffer;
  etag: string;
  updated_at: Date;
}

const NIL = "00000000-0000-0000-0000-000000000000";

/** Finds a document, and locks it until the end of the transaction when it will be changed. */
export async function findDocument(
  reach: Store,
  owner: Owner,
  id: string,
  { held = false } = {},
): Promise<Document | undefined> {
  if (held)
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${JSON.stringify([reach.instanceId, owner, id])}, 0))`.execute(
      reach.db,
    );
  const { rows } = await sql<Document>`
    SELECT document_id, content_type, content, etag, updated_at FROM xapi_documents
    WHERE ${ofOwner(reach, owner)} AND document = ${hashToUuid(id)}`.execute(reach.db);
  return rows[0];
}

/** Lists the ids of an owner's documents, all or those changed since a moment. */
export async function listDocuments(
  reach: Store,
  owner: Owner,
  since: Date | null,
): Promise<{ ids: string[]; updated_at: Date | null }> {
  const { rows } = await sql<{ document_id: string; updated_at: Date }>`
    SELECT document_id, updated_at FROM xapi_documents
    WHERE ${ofOwner(reach, owner)} ${since ? sql`AND updated_at > ${since}` : sql``}
    ORDER BY updated_at, document_id`.execute(reach.db);
  return { ids: rows.map(({ document_id }) => document_id), updated_at: rows.at(-1)?.updated_at ?? null };
}

export async function saveDocument(
  reach: Store,
  owner: Owner,
  { document_id, content_type, content, etag }: Omit<Document, "updated_at">,
): Promise<void> {
  await reach.db
    .insertInto("xapi_documents")
    .values({
      instance_id: reach.instanceId,
      kind: owner.kind,
      activity: owner.activity ?? NIL,
      agent: owner.agent ?? NIL,
      registration: owner.registration ?? NIL,
      document: hashToUuid(document_id),
      document_id,
      content_type,
      content,
      etag,
      updated_at: sql<Date>`clock_timestamp()`,
    })
    .onConflict((conflict) =>
      conflict.columns(["instance_id", "kind", "activity", "agent", "registration", "document"]).doUpdateSet((eb) => ({
        content_type: eb.ref("excluded.content_type"),
        content: eb.ref("excluded.content"),
        etag: eb.ref("excluded.etag"),
        updated_at: eb.ref("excluded.updated_at"),
      })),
    )
    .execute();
}

/** Deletes one document, or all of an owner. */
export async function deleteDocuments(reach: Store, owner: Owner, id: string | null): Promise<void> {
  await sql`
    DELETE FROM xapi_documents
    WHERE ${ofOwner(reach, owner)} ${id === null ? sql`` : sql`AND document = ${hashToUuid(id)}`}`.execute(reach.db);
}

function ofOwner(reach: Store, { kind, activity = NIL, agent = NIL, registration = NIL }: Owner): RawBuilder<unknown> {
  return sql`instance_id = ${reach.instanceId} AND kind = ${kind} AND activity = ${activity} AND agent = ${agent}
    AND registration = ${registration}`;
}
