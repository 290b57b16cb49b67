import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { userInScope, userLanguage } from "../../access/scope.ts";
import type { Db } from "../../db/client.ts";
import type { Design } from "./templates/design.ts";
import type { Language } from "../../i18n/translate.ts";
import { selectLastCompletion } from "./expiry.service.ts";
import type { At } from "./path-certificates.queries.ts";

type Reading = Reach<"learn"> | Reach<"report.view"> | Reach<"certificate.manage">;

export interface CourseChoice {
  ids?: number[] | null | undefined;
  title?: string | null | undefined;
}

/**
 * Lists a user's courses with the day of completion in the instance's time zone, the latest completion first. `certified_on`
 * is also there while the course is taken again: the day of the completion before.
 */
export function listCourses(reach: Reading, userId: number, timeZone: string, { ids, title }: CourseChoice) {
  return reach.db
    .selectFrom("course_progress as p")
    .innerJoin("courses as c", (join) =>
      join.onRef("c.instance_id", "=", "p.instance_id").onRef("c.id", "=", "p.course_id"),
    )
    .where("p.instance_id", "=", reach.instanceId)
    .where("p.user_id", "=", userId)
    .$if(ids != null, (query) => query.where((eb) => eb("c.id", "=", eb.fn.any(eb.val(ids!)))))
    .$if(title != null, (query) => query.where("c.title", "=", title!))
    .select(["c.id", "c.title", "c.certificate_type"])
    .select(sql<string | null>`(p.completed_at AT TIME ZONE ${timeZone})::date`.as("completed_on"))
    .select(selectLastCompletion("p", sql`${timeZone}`).as("certified_on"))
    .orderBy("p.completed_at", (order) => order.desc().nullsLast())
    .orderBy("c.id", "desc")
    .execute();
}

/** Finds a user of the reach for a reader of reports. */
export function findPerson(reach: Reach<"report.view">, userId: number) {
  return reach.db
    .selectFrom("users as u")
    .where("u.instance_id", "=", reach.instanceId)
    .where("u.id", "=", userId)
    .where("u.deleted_at", "is", null)
    .where("u.platform_user_id", "is", null)
    .where(userInScope(reach, "u.id"))
    .select(["u.id", "u.first_name", "u.last_name"])
    .executeTakeFirst();
}

/** A certificate is of a course or of a learning path; the title is that of either. */
export interface NewCertificate {
  user_id: number;
  course_id: number | null;
  path_id: number | null;
  code: string;
  certificate_type: string;
  user_name: string;
  course_title: string;
  completed_on: string;
  expires_on: string;
}

// The types of certificates speak of a course. Translated in certificate-texts.ts.
const PATH_STATEMENT = "has completed the learning path";

/**
 * Locks the completion that a certificate is about until the transaction ends, so that it cannot be taken back meanwhile.
 * @returns whether the course, or the learning path on that day, is still complete
 */
export async function lockCompletion(
  { db, instanceId }: At,
  {
    user_id,
    course_id,
    path_id,
    completed_on,
  }: Pick<NewCertificate, "user_id" | "course_id" | "path_id" | "completed_on">,
): Promise<boolean> {
  const { rows } = await (
    path_id === null
      ? sql`SELECT FROM enrolments e
        WHERE e.instance_id = ${instanceId} AND e.user_id = ${user_id} AND e.course_id = ${course_id}
          AND coalesce(e.completed_at, e.completed_before) IS NOT NULL
        FOR NO KEY UPDATE`
      : sql`SELECT FROM learning_path_people m JOIN instances i ON i.id = m.instance_id
        WHERE m.instance_id = ${instanceId} AND m.user_id = ${user_id} AND m.path_id = ${path_id} AND m.ended_at IS NULL
          AND (m.completed_at AT TIME ZONE i.time_zone)::date = ${completed_on}::date
        FOR NO KEY UPDATE OF m`
  ).execute(db);
  return rows.length > 0;
}

/** Issues a certificate, or finds the one of this completion. */
export async function ensureCertificate(
  { db, instanceId }: At,
  fields: NewCertificate,
): Promise<{ id: number; isNew: boolean; isRevoked: boolean }> {
  const { user_id, certificate_type } = fields;
  const ofPath = {
    drawn_from: sql<string>`certificate_values(${instanceId}, ${user_id}, ${certificate_type})
      || jsonb_build_object('statement', ${PATH_STATEMENT}::text)`,
  };
  const inserted = await db
    .insertInto("certificates")
    .values({ ...fields, instance_id: instanceId, ...(fields.path_id !== null && ofPath) })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (inserted) return { id: inserted.id, isNew: true, isRevoked: false };
  const { id, revoked_at } = await db
    .selectFrom("certificates")
    .where("instance_id", "=", instanceId)
    .where("user_id", "=", user_id)
    .where("course_id", "is not distinct from", fields.course_id)
    .where("path_id", "is not distinct from", fields.path_id)
    .where("completed_on", "=", fields.completed_on)
    .where("ended_at", "is", null)
    .select(["id", "revoked_at"])
    .executeTakeFirstOrThrow();
  return { id, isNew: false, isRevoked: revoked_at !== null };
}

export type CertificateRow = NonNullable<Awaited<ReturnType<typeof findById>>>;

/** Finds a certificate by a signed address: the signature is the right to read, so there is no reach. */
export function findById(db: Db, instanceId: number, id: number) {
  return selectCertificates(db, instanceId).where("k.id", "=", id).executeTakeFirst();
}

/** Finds a certificate by the code of its public page: its holder may read the certificate. */
export function findByCode(db: Db, instanceId: number, code: string) {
  return selectCertificates(db, instanceId).where("k.code", "=", code).executeTakeFirst();
}

/** Reads a value that was kept when the certificate was issued. */
const kept = <T>(name: string) => sql<T>`k.drawn_from ->> ${sql.lit(name)}`;

function selectCertificates(db: Db, instanceId: number) {
  return db
    .selectFrom("certificates as k")
    .innerJoin("instances as i", "i.id", "k.instance_id")
    .innerJoin("users as u", (join) =>
      join.onRef("u.instance_id", "=", "k.instance_id").onRef("u.id", "=", "k.user_id"),
    )
    .leftJoin("certificate_template_versions as v", (join) =>
      join.onRef("v.instance_id", "=", "k.instance_id").onRef("v.id", "=", "k.template_version_id"),
    )
    .leftJoin("learning_path_people as m", (join) =>
      join
        .onRef("m.instance_id", "=", "k.instance_id")
        .onRef("m.path_id", "=", "k.path_id")
        .onRef("m.user_id", "=", "k.user_id"),
    )
    .where("k.instance_id", "=", instanceId)
    .select([
      "k.id",
      "k.code",
      "k.certificate_type",
      "k.user_name",
      "k.course_id",
      "k.path_id",
      "k.course_title",
      "k.expires_on",
      "k.issued_at",
    ])
    .select(sql<string>`coalesce((k.drawn_from ->> 'completed_on')::date, k.completed_on)`.as("completed_on"))
    .select([
      kept<Language>("language").as("language"),
      kept<string>("instance_name").as("instance_name"),
      kept<string>("heading").as("heading"),
      kept<string>("statement").as("statement"),
      kept<string | null>("logo_key").as("logo_key"),
      kept<string | null>("primary_color").as("primary_color"),
      kept<string | null>("secondary_color").as("secondary_color"),
      kept<string | null>("origin").as("origin"),
      kept<string | null>("issued_on").as("issued_on"),
    ])
    .select("k.number")
    .select(sql<Record<string, string> | null>`k.drawn_from -> 'values'`.as("values"))
    .select(sql<Design | null>`v.design`.as("design"))
    .select("i.domain")
    .select(userLanguage(instanceId).as("page_language"))
    .select(
      sql<"valid" | "expired" | "revoked">`CASE
        -- The certificate of a path ends with the assignment, and returns with it.
        WHEN k.revoked_at IS NOT NULL OR k.ended_at IS NOT NULL OR m.ended_at IS NOT NULL THEN 'revoked'
        WHEN k.expires_on < (now() AT TIME ZONE i.time_zone)::date THEN 'expired'
        ELSE 'valid'
      END`.as("state"),
    );
}

/** Forgets kept origins on a host that the instance has left: the next download keeps the present one. */
export async function forgetOrigins({ db, instanceId }: At, host: string): Promise<void> {
  await sql`
    UPDATE certificates SET drawn_from = drawn_from - 'origin'
    WHERE instance_id = ${instanceId} AND split_part(split_part(drawn_from ->> 'origin', '//', 2), ':', 1) = ${host}`.execute(
    db,
  );
}

/** Keeps the origin of the public page that the QR code of a PDF names. @returns the one that was kept first */
export async function keepOrigin(db: Db, instanceId: number, id: number, origin: string): Promise<string> {
  const { rows } = await sql<{ origin: string }>`
    UPDATE certificates SET drawn_from = jsonb_build_object('origin', ${origin}::text) || drawn_from
    WHERE instance_id = ${instanceId} AND id = ${id}
    RETURNING drawn_from ->> 'origin' AS origin`.execute(db);
  return rows[0]!.origin;
}
