import { sql } from "kysely";
import type { Db } from "../../db/client.ts";

/** Finds the public data of the instance at an address; without branding, no logo and colours (P5). */
export function findInstanceAt(db: Db, domain: string) {
  const branded = (column: string) => sql<string | null>`CASE WHEN branding_enabled THEN ${sql.ref(column)} END`;
  return db
    .selectFrom("instances")
    .where("domain", "=", domain)
    .where("deleted_at", "is", null)
    .where("is_platform", "=", false)
    .select([
      "id",
      "name",
      "domain",
      "license_count",
      "branch_limit",
      "theme",
      "trial_ends_at",
      "is_active",
      "language",
      "currency",
      "time_zone",
      "date_format",
      "languages",
      "support_text",
      "support_email",
      "support_phone",
      "support_link",
      "privacy_name",
      "privacy_email",
    ])
    .select([
      branded("primary_color").as("primary_color"),
      branded("secondary_color").as("secondary_color"),
      branded("logo_key").as("logo_key"),
      branded("welcome_text").as("welcome_text"),
    ])
    .executeTakeFirst();
}

/** Tells whether people register at the main site, or at a branch, without an invitation. */
export async function isOpenToAll(db: Db, instanceId: number, branchId: number | null): Promise<boolean> {
  const found = await db
    .selectFrom("registration_sites")
    .where("instance_id", "=", instanceId)
    .where("branch_id", branchId === null ? "is" : "=", branchId)
    .select("id")
    .executeTakeFirst();
  return found !== undefined;
}
