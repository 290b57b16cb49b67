import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { cacheQuery } from "../../db/cached-query.ts";
import type { FieldType } from "./field-values.ts";

/** Who sees a field of a user: admins; all who see users; the user too. */
export type Audience = "admins" | "staff" | "everybody";

export interface UserField {
  id: number;
  name: string;
  type: FieldType;
  choices: string[];
  is_required: boolean;
  /** Whether lists and reports show it. */
  is_listed: boolean;
  visible_to: Audience;
  is_editable_by_person: boolean;
}

export type NewField = Omit<UserField, "id">;

const COLUMNS = [
  "id",
  "name",
  "type",
  "choices",
  "is_required",
  "is_listed",
  "visible_to",
  "is_editable_by_person",
] as const;

/** Lists the fields that are shown to these audiences, in their order. */
export async function listFields(reach: Reach, audiences: readonly Audience[]): Promise<UserField[]> {
  const rows = await reach.db
    .selectFrom("user_fields")
    .where("instance_id", "=", reach.instanceId)
    .where("deleted_at", "is", null)
    .where("visible_to", "in", audiences)
    .select(COLUMNS)
    .orderBy("position")
    .orderBy("id")
    .execute();
  return rows as UserField[];
}

/** Finds a field that is shown to these audiences. */
export async function findField(
  { db, instanceId }: Reach,
  id: number,
  audiences: readonly Audience[],
): Promise<UserField | undefined> {
  return (await selectField(db, { instanceId, id, audiences }))[0];
}

interface OneField {
  instanceId: number;
  id: number;
  audiences: readonly Audience[];
}

const selectField = cacheQuery(
  (_, { instanceId, id, audiences }: OneField) => sql<UserField>`
    SELECT ${sql.join(COLUMNS.map((column) => sql.ref(column)))} FROM user_fields
    WHERE instance_id = ${instanceId} AND id = ${id} AND deleted_at IS NULL AND visible_to = ANY (${audiences}::text[])`,
);

/** Locks the instance's fields against other changes, so that names and their number hold for parallel requests. */
export async function lockFields(reach: Reach<"settings.manage">): Promise<void> {
  await sql`SELECT FROM instances WHERE id = ${reach.instanceId} FOR NO KEY UPDATE`.execute(reach.db);
}

/** Inserts a field as the last one. @returns its id */
export async function insertField(reach: Reach<"settings.manage">, field: NewField): Promise<number> {
  const { id } = await reach.db
    .insertInto("user_fields")
    .values({
      ...field,
      instance_id: reach.instanceId,
      position: sql<number>`(SELECT coalesce(max(position), 0) + 1 FROM user_fields WHERE instance_id = ${reach.instanceId})`,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateField(
  reach: Reach<"settings.manage">,
  id: number,
  change: Partial<NewField> & { deleted_at?: Date },
): Promise<void> {
  await reach.db
    .updateTable("user_fields")
    .set(change)
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", id)
    .execute();
}

/** Stores the order of fields: that of their ids. */
export async function orderFields(reach: Reach<"settings.manage">, ids: readonly number[]): Promise<void> {
  await sql`
    UPDATE user_fields f SET position = o.position
    FROM unnest(${[...ids]}::integer[]) WITH ORDINALITY AS o (id, position)
    WHERE f.instance_id = ${reach.instanceId} AND f.id = o.id`.execute(reach.db);
}

export interface StoredValue {
  user_id: number;
  field_id: number;
  value: string;
}

/** Reads the values of some fields of users. */
export async function readValues(
  reach: Reach,
  userIds: readonly number[],
  fieldIds: readonly number[],
): Promise<StoredValue[]> {
  if (userIds.length === 0 || fieldIds.length === 0) return [];
  const { rows } = await sql<StoredValue>`
    SELECT user_id, field_id, value FROM user_field_values
    WHERE instance_id = ${reach.instanceId} AND user_id = ANY (${[...userIds]}::integer[])
      AND field_id = ANY (${[...fieldIds]}::integer[])`.execute(reach.db);
  return rows;
}

/** Stores values; null removes one. */
export async function writeValues(
  reach: Reach,
  values: readonly { user_id: number; field_id: number; value: string | null }[],
): Promise<void> {
  if (values.length === 0) return;
  const gone = values.filter(({ value }) => value === null);
  const kept = values.filter(({ value }) => value !== null);
  if (gone.length > 0)
    await sql`
      DELETE FROM user_field_values v
      USING unnest(${gone.map((each) => each.user_id)}::integer[], ${gone.map((each) => each.field_id)}::integer[]) AS g (user_id, field_id)
      WHERE v.instance_id = ${reach.instanceId} AND v.user_id = g.user_id AND v.field_id = g.field_id`.execute(
      reach.db,
    );
  if (kept.length > 0)
    await sql`
      INSERT INTO user_field_values (instance_id, user_id, field_id, value)
      SELECT ${reach.instanceId}, k.user_id, k.field_id, k.value
      FROM unnest(${kept.map((each) => each.user_id)}::integer[], ${kept.map((each) => each.field_id)}::integer[],
        ${kept.map((each) => each.value)}::text[]) AS k (user_id, field_id, value)
      ON CONFLICT (instance_id, user_id, field_id) DO UPDATE SET value = excluded.value`.execute(reach.db);
}
