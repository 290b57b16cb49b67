import { sql } from "kysely";
import { hashToUuid } from "./formats.ts";
import type { Store } from "./statements.queries.ts";

export type Definition = Record<string, unknown>;

/** Finds the definitions of activities by IRI; null for an activity known only by its IRI. */
export async function findDefinitions(reach: Store, iris: readonly string[]): Promise<Map<string, Definition | null>> {
  const rows = await reach.db
    .selectFrom("xapi_activities")
    .select(["iri", "definition"])
    .where("instance_id", "=", reach.instanceId)
    .where((eb) => eb("key", "=", eb.fn.any(sql<string[]>`${iris.map(hashToUuid)}::uuid[]`)))
    .execute();
  return new Map(rows.map(({ iri, definition }) => [iri, definition === null ? null : JSON.parse(definition)]));
}

export async function saveDefinitions(
  reach: Store,
  definitions: ReadonlyMap<string, Definition | null>,
): Promise<void> {
  if (definitions.size === 0) return;
  await reach.db
    .insertInto("xapi_activities")
    .values(
      [...definitions].map(([iri, definition]) => ({
        instance_id: reach.instanceId,
        key: hashToUuid(iri),
        iri,
        definition: definition && JSON.stringify(definition),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["instance_id", "key"]).doUpdateSet((eb) => ({
        definition: eb.ref("excluded.definition"),
        updated_at: eb.ref("excluded.updated_at"),
      })),
    )
    .execute();
}
