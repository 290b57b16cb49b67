import { sql } from "kysely";
import { personIsActive } from "../../access/session.ts";
import type { Reach } from "../../access/actor.ts";
import type { Db } from "../../db/client.ts";

/** Where certificates are read and written: a reach, or a job in an instance. */
export type At = Pick<Reach, "db" | "instanceId">;

/** A user's latest completion of a path that has a certificate. */
export interface PathCertification {
  user_id: number;
  user_name: string;
  path_id: number;
  title: string;
  /** yyyy-mm-dd, also the next. */
  completed_on: string;
  expires_on: string;
}

const COLUMNS = sql`v.user_id, u.first_name || ' ' || u.last_name AS user_name, v.path_id, v.title, v.completed_on, v.expires_on`;

const JOIN_USER = sql`JOIN users u ON u.instance_id = v.instance_id AND u.id = v.user_id`;

/** Lists a user's paths that have a certificate and are complete, or one of them, the latest completion first. */
export async function listPathCertifications(
  { db, instanceId }: At,
  userId: number,
  pathId: number | null = null,
): Promise<PathCertification[]> {
  const { rows } = await sql<PathCertification>`
    SELECT ${COLUMNS} FROM path_certifications v ${JOIN_USER}
    WHERE v.instance_id = ${instanceId} AND v.user_id = ${userId} AND (${pathId}::integer IS NULL OR v.path_id = ${pathId})
    ORDER BY v.completed_on DESC, v.path_id DESC`.execute(db);
  return rows;
}

/** Lists completions of paths whose certificate is still to be issued, except for expired ones and inactive users. */
export async function listToIssue(db: Db, instanceId: number, limit: number): Promise<PathCertification[]> {
  const { rows } = await sql<PathCertification>`
    SELECT ${COLUMNS} FROM path_certifications v ${JOIN_USER}
    JOIN instances i ON i.id = v.instance_id AND i.deleted_at IS NULL
    WHERE v.instance_id = ${instanceId} AND v.certificate_id IS NULL
      AND v.expires_on >= (now() AT TIME ZONE i.time_zone)::date AND u.deleted_at IS NULL AND ${personIsActive}
    ORDER BY v.completed_on, v.user_id, v.path_id LIMIT ${limit}`.execute(db);
  return rows;
}
