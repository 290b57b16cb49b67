import { sql } from "kysely";
import type { Db } from "../db/client.ts";
import type { Mapping } from "../features/identity/mapping.ts";

/** The port of the identity provider that `npm run demo:provider` starts. */
export const DEMO_PROVIDER_PORT = 4480;

/** The client of the demo at that provider, which has no secret. */
export const DEMO_CLIENT_ID = "cairn";

/** Adds an identity provider with rules for roles, branches, groups and a field. It is switched off: its program may not run. */
export async function buildProvider(db: Db, instanceId: number, admin: number): Promise<void> {
  const find = (table: "branches" | "groups" | "user_fields", column: string, value: string) => sql<number>`(
    SELECT id FROM ${sql.table(table)} WHERE instance_id = ${instanceId} AND ${sql.ref(column)} = ${value})`;
  const { north, south, volunteers, job } = await db
    .selectNoFrom([
      find("branches", "url", "north").as("north"),
      find("branches", "url", "south").as("south"),
      find("groups", "name", "Volunteers").as("volunteers"),
      find("user_fields", "name", "Job title").as("job"),
    ])
    .executeTakeFirstOrThrow();
  const mapping: Mapping = {
    email_claim: null,
    email_verified_claim: null,
    first_name_claim: null,
    last_name_claim: null,
    role_claim: "roles",
    role_rules: [
      { value: "training-manager", role: "manager" },
      { value: "trainer", role: "instructor" },
    ],
    default_role: "learner",
    branch_claim: "site",
    branch_rules: [
      { value: "north", branch_id: north },
      { value: "south", branch_id: south },
    ],
    group_claim: "groups",
    group_rules: [{ value: "volunteers", group_id: volunteers }],
    field_claims: [{ field_id: job, claim: "job_title" }],
  };
  await db
    .insertInto("identity_providers")
    .values({
      instance_id: instanceId,
      kind: "oidc",
      name: "Northgate ID",
      is_active: false,
      issuer: `http://127.0.0.1:${DEMO_PROVIDER_PORT}`,
      settings: JSON.stringify({ client_id: DEMO_CLIENT_ID, scopes: "openid profile email", single_logout: true }),
      creates_accounts: true,
      mapping: JSON.stringify(mapping),
      mapped_by: admin,
    })
    .execute();
}
