import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import type { At, ProviderKind } from "./providers.queries.ts";

/** Where the login page leads a person with an address of a domain. */
export interface DomainProvider {
  id: number;
  kind: ProviderKind;
  name: string;
}

/** Finds the provider that has a domain at a site. @param branchUrl null for the main site */
export async function findByDomain(
  { db, instanceId }: At,
  { domain, branchUrl }: { domain: string; branchUrl: string | null },
): Promise<DomainProvider | undefined> {
  const { rows } = await sql<DomainProvider>`
    SELECT p.id, p.kind, p.name
    FROM identity_providers p
    LEFT JOIN branches b ON b.instance_id = p.instance_id AND b.id = p.branch_id AND b.deleted_at IS NULL
    WHERE p.instance_id = ${instanceId} AND p.is_active AND p.deleted_at IS NULL AND ${domain} = ANY (p.email_domains)
      AND (p.branch_id IS NULL OR b.url = ${branchUrl})
    ORDER BY p.branch_id NULLS LAST, p.id
    LIMIT 1`.execute(db);
  return rows[0];
}

/** Finds another provider of the same site that has one of these domains. */
export async function findOwnerOfDomains(
  { db, instanceId }: Reach<"identity.manage">,
  { domains, branchId, exceptId }: { domains: string[]; branchId: number | null; exceptId: number | null },
): Promise<{ name: string; domain: string } | undefined> {
  const { rows } = await sql<{ name: string; domain: string }>`
    SELECT p.name, d.domain
    FROM identity_providers p, unnest(p.email_domains) AS d (domain)
    WHERE p.instance_id = ${instanceId} AND p.deleted_at IS NULL AND p.branch_id IS NOT DISTINCT FROM ${branchId}::integer
      AND p.id IS DISTINCT FROM ${exceptId}::integer AND d.domain = ANY (${domains}::text[])
    ORDER BY p.id LIMIT 1`.execute(db);
  return rows[0];
}
