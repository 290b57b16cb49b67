import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import type { Db } from "../../db/client.ts";
import type { Language } from "../../i18n/translate.ts";
import type { MessageKind, MessageText } from "./message-kinds.ts";

/** What an instance has changed about its messages. */
export interface MessageChanges {
  switches: { kind: string; by_mail: boolean; in_product: boolean }[];
  texts: (MessageText & { kind: string; language: string })[];
}

/** Reads everything that an instance has changed about its messages. */
export async function listChanges(db: Db, instanceId: number): Promise<MessageChanges> {
  const switches = await db
    .selectFrom("message_switches")
    .where("instance_id", "=", instanceId)
    .select(["kind", "by_mail", "in_product"])
    .execute();
  const texts = await db
    .selectFrom("message_texts")
    .where("instance_id", "=", instanceId)
    .select(["kind", "language", "subject", "body"])
    .execute();
  return { switches, texts };
}

type Managing = Reach<"settings.manage">;

export async function storeSwitches(
  { db, instanceId }: Managing,
  kind: MessageKind,
  switches: { by_mail: boolean; in_product: boolean },
): Promise<void> {
  await db
    .insertInto("message_switches")
    .values({ instance_id: instanceId, kind, ...switches })
    .onConflict((conflict) => conflict.columns(["instance_id", "kind"]).doUpdateSet(switches))
    .execute();
}

/** Locks the messages of the instance, so that of two changes at once the second sees the first. */
export async function lockMessages({ db, instanceId }: Managing): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(727009, ${instanceId})`.execute(db);
}

export async function storeText(
  { db, instanceId }: Managing,
  kind: MessageKind,
  language: Language,
  text: MessageText,
): Promise<void> {
  await db
    .insertInto("message_texts")
    .values({ instance_id: instanceId, kind, language, ...text })
    .onConflict((conflict) =>
      conflict.columns(["instance_id", "kind", "language"]).doUpdateSet({ ...text, updated_at: sql<Date>`now()` }),
    )
    .execute();
}

/** Deletes the text of a message in one language, so that the built-in one is sent again. @returns whether there was a text */
export async function deleteText(
  { db, instanceId }: Managing,
  kind: MessageKind,
  language: Language,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("message_texts")
    .where("instance_id", "=", instanceId)
    .where("kind", "=", kind)
    .where("language", "=", language)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Finds a course, a unit and a learner of the instance, as values of a preview. */
export async function findExample({ db, instanceId }: Managing) {
  const { rows } = await sql<{ course: string | null; unit: string | null; person: string | null }>`
    SELECT c.title AS course,
      (SELECT u.title FROM units u
        WHERE u.instance_id = c.instance_id AND u.course_id = c.id AND u.deleted_at IS NULL
        ORDER BY u.unit_order LIMIT 1) AS unit,
      (SELECT p.first_name || ' ' || p.last_name FROM users p
        WHERE p.instance_id = ${instanceId} AND p.role = 'learner' AND p.deleted_at IS NULL
        ORDER BY p.id LIMIT 1) AS person
    FROM (SELECT 1) one
    LEFT JOIN LATERAL (SELECT * FROM courses
      WHERE instance_id = ${instanceId} AND deleted_at IS NULL AND status = 'published' ORDER BY id LIMIT 1) c ON true`.execute(
    db,
  );
  return rows[0]!;
}
