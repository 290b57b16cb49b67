import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../db/client.ts";
import type { Anonymous } from "./anonymous.ts";

/** Who is erased, and what identified them until now. */
export interface Erased {
  instanceId: number;
  userId: number;
  /** First and last name. */
  name: string;
  email: string;
  /** Names and addresses that were changed since. */
  former?: { names: string[]; emails: string[] };
}

/** Returns the address of a person, and their former ones. */
export const listEmails = ({ email, former }: Pick<Erased, "email" | "former">): string[] => [
  email,
  ...(former?.emails ?? []),
];

/** Finds a user who is marked as erased and still has their name. */
export async function findMarked(db: Db, instanceId: number, userId: number): Promise<Erased | undefined> {
  const row = await db
    .selectFrom("users")
    .where("instance_id", "=", instanceId)
    .where("id", "=", userId)
    .where("erased_at", "is not", null)
    .where("email", "not like", "%@erased.invalid")
    .select(["first_name", "last_name", "email"])
    .forUpdate()
    .executeTakeFirst();
  return row && { instanceId, userId, name: `${row.first_name} ${row.last_name}`, email: row.email };
}

/** Lists the users who are marked as erased and still have their name. */
export async function listMarked(db: Db, instanceId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("users")
    .where("instance_id", "=", instanceId)
    .where("erased_at", "is not", null)
    .where("email", "not like", "%@erased.invalid")
    .select("id")
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Lists the labels of the branches of an instance, deleted ones too, and the host names of its own. */
export async function listHosts(db: Db, instanceId: number): Promise<{ branches: string[]; names: string[] }> {
  const branches = await db.selectFrom("branches").where("instance_id", "=", instanceId).select("url").execute();
  const names = await db.selectFrom("custom_domains").where("instance_id", "=", instanceId).select("host").execute();
  return { branches: branches.map(({ url }) => url), names: names.map(({ host }) => host) };
}

/** Marks a user as erased: from now on they cannot sign in, and nobody changes them. */
export async function mark(db: Db, instanceId: number, userId: number): Promise<void> {
  await sql`
    UPDATE users SET erased_at = now(), is_active = false, updated_at = now()
    WHERE instance_id = ${instanceId} AND id = ${userId}`.execute(db);
  for (const table of [
    "sessions",
    "login_codes",
    "password_tokens",
    "totp_factors",
    "recovery_codes",
    "passkeys",
    "remembered_devices",
    "email_changes",
    "known_devices",
    "scim_users",
    "identity_links",
    "provider_sessions",
    "password_exceptions",
  ])
    await sql`DELETE FROM ${sql.table(table)} WHERE instance_id = ${instanceId} AND user_id = ${userId}`.execute(db);
}

/**
 * Lists the keys of the files of a user's submissions and answers, of unfinished uploads, of exports of personal data, and
 * of all exports of reports, which may name the user; each with the PDF drawn of it.
 */
export async function listFileKeys(db: Db, { instanceId, userId }: Erased): Promise<string[]> {
  const ofRecords = (table: string) => sql`
    SELECT part ->> 'file_key' FROM ${sql.table(table)} x, jsonb_path_query(x.record, '$.*[*] ? (exists(@.file_key))') part
    WHERE x.instance_id = ${instanceId} AND x.user_id = ${userId}`;
  const { rows } = await sql<{ key: string }>`
    WITH named AS (
      SELECT file_key AS key FROM submissions WHERE instance_id = ${instanceId} AND user_id = ${userId}
      UNION SELECT file_key FROM responses WHERE instance_id = ${instanceId} AND user_id = ${userId}
      UNION ${ofRecords("ended_enrolments")}
      UNION ${ofRecords("course_attempts")}
      UNION SELECT key FROM files WHERE instance_id = ${instanceId} AND uploaded_by = ${userId} AND purpose = 'assignment'
      UNION SELECT file_key FROM personal_data_exports WHERE instance_id = ${instanceId} AND user_id = ${userId}
      UNION SELECT file_key FROM report_exports WHERE instance_id = ${instanceId}
      -- Of requests that are gone: the sweep deletes these files days later.
      UNION SELECT key FROM files WHERE instance_id = ${instanceId} AND purpose = 'report'
      UNION SELECT key FROM files
      WHERE instance_id = ${instanceId} AND purpose = 'personal data' AND name = ${`personal-data-${userId}.zip`}
      UNION SELECT unnest(parts) FROM uploads WHERE instance_id = ${instanceId} AND user_id = ${userId}
    )
    SELECT key FROM named WHERE key IS NOT NULL
    UNION SELECT v.pdf_key FROM document_views v JOIN named n ON n.key = v.file_key
    WHERE v.instance_id = ${instanceId} AND v.pdf_key IS NOT NULL`.execute(db);
  return rows.map(({ key }) => key);
}

/** Deletes the rows of files that nothing names any more. */
export async function deleteFiles(db: Db, { instanceId }: Erased, keys: readonly string[]): Promise<void> {
  await sql`
    DELETE FROM document_views WHERE instance_id = ${instanceId} AND file_key = ANY (${[...keys]}::text[])`.execute(db);
  await sql`DELETE FROM files WHERE instance_id = ${instanceId} AND key = ANY (${[...keys]}::text[])`.execute(db);
}

/** Removes what only identifies the user, or only the user has read. */
export async function removeRows(db: Db, person: Erased): Promise<void> {
  const { instanceId, userId } = person;
  const emails = listEmails(person).map((email) => sql`lower(${email})`);
  for (const table of [
    "user_field_values",
    "notifications",
    "course_editors",
    "report_schedule_people",
    "scorm_shared",
    "uploads",
    "calendar_feeds",
    "user_views",
    "announcement_people",
    "user_list_columns",
    "personal_data_exports",
    "sign_ins",
    "automation_events",
  ])
    await sql`DELETE FROM ${sql.table(table)} WHERE instance_id = ${instanceId} AND user_id = ${userId}`.execute(db);
  // What automations wrote to managers about the user names them.
  await sql`
    DELETE FROM notifications WHERE instance_id = ${instanceId} AND kind = 'automation_message'
      AND (data ->> 'about_user_id')::integer = ${userId}`.execute(db);
  await sql`
    DELETE FROM registrations WHERE instance_id = ${instanceId} AND lower(email) IN (${sql.join(emails)})`.execute(db);
  // The files of reports name many people, and are made anew in a minute.
  await sql`DELETE FROM report_exports WHERE instance_id = ${instanceId}`.execute(db);
  await sql`
    DELETE FROM scim_log WHERE instance_id = ${instanceId} AND resource = 'User'
      AND (resource_id = ${userId} OR lower(resource_name) IN (${sql.join(emails)}))`.execute(db);
  for (const table of ["api_keys", "scim_tokens", "xapi_credentials"])
    await sql`
      UPDATE ${sql.table(table)} SET revoked_at = coalesce(revoked_at, now())
      WHERE instance_id = ${instanceId} AND created_by = ${userId}`.execute(db);
}

/**
 * What a user chose of a question's own options, those of former versions too: reports count these, and the texts are the
 * author's.
 */
const chosenOptions = (response: RawBuilder<unknown>) => sql`(
  SELECT jsonb_strip_nulls(jsonb_build_object(
    'selectedOption', (SELECT ${response} -> 'selectedOption' WHERE ${response} ->> 'selectedOption' = ANY (own.texts)),
    'userSelections', (SELECT jsonb_agg(s) FROM jsonb_array_elements(
      CASE jsonb_typeof(${response} -> 'userSelections') WHEN 'array' THEN ${response} -> 'userSelections' ELSE '[]' END) s
      WHERE s #>> '{}' = ANY (own.texts))))
  FROM (
    SELECT array_agg(o ->> 'text') AS texts FROM (
      SELECT q.type, q.options FROM questions q WHERE q.instance_id = x.instance_id AND q.id = x.question_id
      UNION ALL SELECT v.type, v.options FROM question_versions v
      WHERE v.instance_id = x.instance_id AND v.question_id = x.question_id) version, jsonb_array_elements(version.options) o
    WHERE version.type IN ('Multiple Choice', 'True or False', 'Hotspot')
  ) own
  WHERE own.texts IS NOT NULL)`;

/** What is left of a marked essay: reports count its points because it is one. */
const ESSAY = JSON.stringify({ type: "Essay", freeTextAnswer: "…" });

/** Removes answers, work and values of packages; keeps whether they were right, when, and for how long. */
export async function removeAnswers(db: Db, { instanceId, userId }: Erased): Promise<void> {
  const whose = (alias: string) =>
    sql`${sql.ref(`${alias}.instance_id`)} = ${instanceId} AND ${sql.ref(`${alias}.user_id`)} = ${userId}`;
  const run = (statement: RawBuilder<unknown>) => statement.execute(db);
  await run(sql`
    UPDATE responses x SET file_key = NULL, response = coalesce(${chosenOptions(sql`x.response`)}, '{}'),
      former_response = ${chosenOptions(sql`x.former_response`)}
    WHERE ${whose("x")}`);
  await run(
    sql`UPDATE attempts x SET response = coalesce(${chosenOptions(sql`x.response`)}, '{}') WHERE ${whose("x")}`,
  );
  await run(sql`
    UPDATE test_answers x SET response = CASE WHEN is_essay(x.response) AND x.marked_at IS NOT NULL THEN ${ESSAY}::jsonb
      ELSE coalesce(${chosenOptions(sql`x.response`)}, '{}') END
    WHERE ${whose("x")}`);
  await run(sql`UPDATE test_answers x SET mark_comment = NULL WHERE ${whose("x")} AND x.mark_comment IS NOT NULL`);
  await run(sql`
    UPDATE submissions x SET content = NULL, comment = NULL, file_key = NULL, given_id = NULL WHERE ${whose("x")}`);
  // Points and options are counted by the results of the survey; anonymous answers belong to nobody.
  await run(sql`
    UPDATE survey_answers x SET answers = (
      SELECT coalesce(jsonb_object_agg(e.key, CASE jsonb_typeof(e.value) WHEN 'string' THEN 'null' ELSE e.value END), '{}')
      FROM jsonb_each(x.answers) e)
    WHERE ${whose("x")}`);
  for (const table of ["ended_enrolments", "course_attempts"])
    await run(sql`
      UPDATE ${sql.table(table)} x SET record = (
        SELECT coalesce(jsonb_object_agg(part.key, CASE WHEN part.key = 'scorm_shared' THEN '[]'::jsonb
          WHEN jsonb_typeof(part.value) = 'array' THEN (
          SELECT coalesce(jsonb_agg(CASE jsonb_typeof(item) WHEN 'object' THEN
            item - 'content' - 'comment' - 'mark_comment' - 'file_key' - 'given_id' - 'former_response'
            || CASE WHEN item ? 'response' THEN '{"response": {}}'::jsonb ELSE '{}'::jsonb END
            || CASE WHEN item ? 'cmi' THEN '{"cmi": {}}'::jsonb ELSE '{}'::jsonb END
            ELSE item END), '[]')
          FROM jsonb_array_elements(part.value) item) ELSE part.value END), '{}')
        FROM jsonb_each(x.record) part)
      WHERE ${whose("x")}`);
  await run(sql`
    DELETE FROM scorm_calls c USING scorm_attempts a
    WHERE ${whose("a")} AND c.instance_id = a.instance_id AND c.attempt_id = a.id`);
  // Results of interactions are counted by reports; what was typed, reported about the learner or left to resume is not.
  await run(sql`
    UPDATE scorm_attempts x SET cmi = (
      SELECT coalesce(jsonb_object_agg(e.key, e.value), '{}') FROM jsonb_each(x.cmi) e
      WHERE e.key ~ '^cmi\\.interactions\\.\\d+\\.(id|type|description|result|timestamp|latency|weighting)$'
        OR e.key ~ '^cmi\\.(core\\.)?(score|lesson_status|completion_status|success_status|progress_measure|total_time|session_time)')
    WHERE ${whose("x")}`);
  await run(sql`UPDATE cmi5_registrations x SET account_name = 'erased-' || x.id WHERE ${whose("x")}`);
  await run(sql`UPDATE activity x SET data = '{}' WHERE ${whose("x")}`);
}

/** Gives the user a name that identifies nobody, wherever a row belongs to them. */
export async function rename(db: Db, person: Erased, anonymous: Anonymous): Promise<void> {
  const { instanceId, userId } = person;
  const { name } = anonymous;
  const run = (statement: RawBuilder<unknown>) => statement.execute(db);
  await run(sql`
    UPDATE users SET first_name = ${anonymous.first}, last_name = ${anonymous.last}, email = ${anonymous.email},
      password_hash = NULL, language = NULL, deactivate_at = NULL, email_notifications = false, updated_at = now()
    WHERE instance_id = ${instanceId} AND id = ${userId}`);
  await run(sql`
    UPDATE certificates SET user_name = ${name}, revoke_reason = NULL, drawn_from = drawn_from - 'values'
    WHERE instance_id = ${instanceId} AND user_id = ${userId}`);
  // The credential names the user; the list of revoked credentials tells those who have a copy.
  await run(sql`
    UPDATE badge_awards SET credential = NULL, key_id = NULL, revoke_reason = NULL, revoked_at = coalesce(revoked_at, now())
    WHERE instance_id = ${instanceId} AND user_id = ${userId}`);
  await run(sql`
    UPDATE audit_log SET actor_name = ${name}, address = NULL WHERE instance_id = ${instanceId} AND actor_id = ${userId}`);
  await run(sql`
    UPDATE audit_log SET subject_name = ${name}, changes = '{}'
    WHERE instance_id = ${instanceId} AND subject_type = 'user' AND subject_id = ${userId}`);
  // These have the id of their user; the name may be a former one, or one that another user has too. Only ended enrolments
  // that are restored or purged have a number of their own.
  await run(sql`
    UPDATE audit_log SET subject_name = ${name}, changes = changes - 'reason'
    WHERE instance_id = ${instanceId} AND subject_type IN ('certificate', 'enrolment') AND subject_id = ${userId}
      AND action NOT IN ('enrolment.restored', 'enrolment.purged')`);
  await run(sql`
    UPDATE notifications n SET data = data || jsonb_build_object('user_name', ${name}::text)
    FROM submissions s
    WHERE n.instance_id = ${instanceId} AND n.data ? 'user_name' AND s.instance_id = n.instance_id
      AND s.id = (n.data ->> 'submission_id')::integer AND s.user_id = ${userId}`);
  for (const table of ["api_keys", "scim_tokens", "xapi_credentials"])
    await run(sql`
      UPDATE ${sql.table(table)} SET name = ${name} WHERE instance_id = ${instanceId} AND created_by = ${userId}`);
}
