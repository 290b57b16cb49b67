import { sql } from "kysely";
import type { Db } from "../../db/client.ts";
import type { ZoneChange } from "../certificates/certificates.service.ts";

export interface Zoned {
  db: Db;
  instanceId: number;
}

/** Finds the change of the time zone that waits for the certificates; undefined when there is none. */
export async function findZoneChange({ db, instanceId }: Zoned): Promise<ZoneChange | undefined> {
  const { rows } = await sql<ZoneChange>`
    SELECT time_zone AS "from", next_time_zone AS "to" FROM instances
    WHERE id = ${instanceId} AND next_time_zone IS NOT NULL`.execute(db);
  return rows[0];
}

/** Gives the transaction's statements as long as a job may take. */
export async function allowLongStatements(db: Db): Promise<void> {
  await sql`SET LOCAL statement_timeout = '15min'`.execute(db);
}

/**
 * Waits until no transaction adds rows to the instance, and lets none add any until the transaction ends.
 * @returns whether the change is still the one that waits
 */
export async function lockZoneChange({ db, instanceId }: Zoned, { from, to }: ZoneChange): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM instances WHERE id = ${instanceId} AND time_zone = ${from} AND next_time_zone = ${to} FOR UPDATE`.execute(
    db,
  );
  return rows.length > 0;
}

/** Lets the time zone that waited apply. */
export async function applyZoneChange({ db, instanceId }: Zoned): Promise<void> {
  await sql`UPDATE instances SET time_zone = next_time_zone, next_time_zone = NULL WHERE id = ${instanceId}`.execute(
    db,
  );
}
