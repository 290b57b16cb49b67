import { sql } from "kysely";
import type { Reach } from "../../../access/actor.ts";
import type { Design } from "./design.ts";

type Issuing = Pick<Reach, "db" | "instanceId">;

export interface ChosenVersion {
  id: number;
  design: Design;
  course_code: string | null;
  first_name: string;
  last_name: string;
  /** The day of the issue where the instance is, yyyy-mm-dd. */
  today: string;
}

/** The subject of a certificate: a course or a learning path. */
export interface Subject {
  course_id: number | null;
  path_id: number | null;
}

/** Finds the version of a template with which a certificate of a course or learning path is issued now. */
export async function findChosenVersion(
  reach: Issuing,
  { course_id, path_id, user_id }: Subject & { user_id: number },
): Promise<ChosenVersion | undefined> {
  const { rows } = await sql<ChosenVersion>`
    SELECT v.id, v.design, c.course_code, u.first_name, u.last_name, (now() AT TIME ZONE i.time_zone)::date AS today
    FROM (
      SELECT instance_id, course_code, certificate_template_id FROM courses
      WHERE instance_id = ${reach.instanceId} AND id = ${course_id}
      UNION ALL SELECT instance_id, NULL, certificate_template_id FROM learning_paths
      WHERE instance_id = ${reach.instanceId} AND id = ${path_id}
    ) c
    JOIN instances i ON i.id = c.instance_id
    JOIN users u ON u.instance_id = c.instance_id AND u.id = ${user_id}
    JOIN certificate_templates t ON t.instance_id = c.instance_id AND t.id = c.certificate_template_id AND t.deleted_at IS NULL
    JOIN certificate_template_versions v ON v.instance_id = t.instance_id AND v.template_id = t.id AND v.version = t.version`.execute(
    reach.db,
  );
  return rows[0];
}

/** Reads the values of some fields of a user, also those that few may see: the design decides what a certificate shows. */
export async function readFields(reach: Issuing, userId: number, fieldIds: number[]) {
  const { rows } = await sql<{ field_id: number; value: string; type: string }>`
    SELECT v.field_id, v.value, f.type FROM user_field_values v
    JOIN user_fields f ON f.instance_id = v.instance_id AND f.id = v.field_id AND f.deleted_at IS NULL
    WHERE v.instance_id = ${reach.instanceId} AND v.user_id = ${userId} AND v.field_id = ANY (${fieldIds}::integer[])`.execute(
    reach.db,
  );
  return rows;
}

/**
 * Takes the next number of a series, whose row stays locked until the transaction ends: parallel certificates wait, and
 * one that is rolled back gives its number back.
 */
export async function takeNumber(reach: Issuing, series: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    INSERT INTO certificate_number_series AS s (instance_id, series, last) VALUES (${reach.instanceId}, ${series}, 1)
    ON CONFLICT (instance_id, series) DO UPDATE SET last = s.last + 1 RETURNING last`.execute(reach.db);
  return rows[0]!.last;
}

export async function numberIsTaken(reach: Issuing, number: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    SELECT EXISTS (SELECT FROM certificates WHERE instance_id = ${reach.instanceId} AND number = ${number}) AS taken`.execute(
    reach.db,
  );
  return rows[0]!.taken;
}

/** Ties a new certificate to its design, and keeps the values that the design uses. */
export async function setDesign(
  reach: Issuing,
  id: number,
  {
    versionId,
    number,
    kept,
  }: { versionId: number; number: string | null; kept: { issued_on: string; values: Record<string, string> } },
): Promise<void> {
  await sql`
    UPDATE certificates SET template_version_id = ${versionId}, number = ${number},
      drawn_from = drawn_from || ${JSON.stringify(kept)}::jsonb
    WHERE instance_id = ${reach.instanceId} AND id = ${id}`.execute(reach.db);
}
