import type { Database, Db } from "../db/client.ts";
import type { DetectedTenant } from "./host.ts";
import { inInstance } from "./tenancy.ts";

/** How long a proved or removed name may be unknown to a server that was not notified (db/changes.ts). */
const FRESH_MS = 10_000;

interface Entry {
  label: string;
  branchId: number | null;
  branchLabel: string | null;
}

/**
 * Knows the host names of their own that instances and branches are served at. All names are read at once, so that
 * requests with invented hosts cost no statement.
 */
export class CustomHosts {
  readonly #database: Database;
  #entries: ReadonlyMap<string, Entry> = new Map();
  #until = 0;
  #loading: Promise<void> | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Reads the names again when they are older than ten seconds. Called before a request is routed. */
  async refresh(): Promise<void> {
    if (this.#until > Date.now()) return;
    // Without the database, requests find that out by themselves, and known names stay known.
    if (!this.#loading) {
      const loading = this.#load()
        .then((entries) => {
          // Names that were forgotten meanwhile may have been read before they changed.
          if (this.#loading !== loading) return;
          this.#entries = entries;
          this.#until = Date.now() + FRESH_MS;
        })
        .catch(() => {})
        .finally(() => {
          if (this.#loading === loading) this.#loading = null;
        });
      this.#loading = loading;
    }
    await this.#loading;
  }

  /** Makes the next request of this process read the names again. Called after the commit. */
  forget(): void {
    this.#until = 0;
    this.#loading = null;
  }

  /** Returns the tenant of a host; null for a name that nobody has proved. */
  find(host: string): DetectedTenant | null {
    const entry = this.#entries.get(host);
    // The address of a deleted branch is not that of the main site.
    if (!entry || (entry.branchId !== null && entry.branchLabel === null)) return null;
    return { instance: entry.label, branch: entry.branchLabel };
  }

  /** Lists the names of an instance and its branches. */
  listHosts(label: string | null): string[] {
    return [...this.#entries].flatMap(([host, entry]) => (entry.label === label ? host : []));
  }

  async #load(): Promise<ReadonlyMap<string, Entry>> {
    const { rows } = await this.#database.pool.query<{
      host: string;
      owner_id: number;
      branch_id: number | null;
      domain: string;
    }>({
      name: "custom_hosts",
      text: `SELECT h.host, h.owner_id, h.branch_id, i.domain FROM custom_hosts h
        JOIN instances i ON i.id = h.owner_id WHERE i.deleted_at IS NULL`,
    });
    const branches = new Map<number, string>();
    const owners = new Set(rows.flatMap(({ owner_id, branch_id }) => (branch_id === null ? [] : owner_id)));
    for (const owner of owners) for (const { id, url } of await this.#listBranches(owner)) branches.set(id, url);
    return new Map(
      rows.map(({ host, branch_id, domain }) => [
        host,
        {
          label: domain,
          branchId: branch_id,
          branchLabel: branch_id === null ? null : (branches.get(branch_id) ?? null),
        },
      ]),
    );
  }

  #listBranches(instanceId: number) {
    return inInstance(this.#database, instanceId, (db) =>
      db
        .selectFrom("branches as b")
        .innerJoin("custom_domains as d", (join) =>
          join.onRef("d.instance_id", "=", "b.instance_id").onRef("d.branch_id", "=", "b.id"),
        )
        .where("b.instance_id", "=", instanceId)
        .where("b.deleted_at", "is", null)
        .select(["b.id", "b.url"])
        .execute(),
    );
  }
}

/** A name that links use, for the main site or the branch with the label. */
export interface LinkHost {
  host: string;
  branch_url: string | null;
}

/** Lists the names that links to an instance use instead of its address below the base domain. */
export function listLinkHosts(db: Db, instanceId: number): Promise<LinkHost[]> {
  return db
    .selectFrom("custom_domains as d")
    .leftJoin("branches as b", (join) =>
      join.onRef("b.instance_id", "=", "d.instance_id").onRef("b.id", "=", "d.branch_id"),
    )
    .where("d.instance_id", "=", instanceId)
    .where("d.is_primary", "=", true)
    .where("d.state", "=", "verified")
    .where((eb) => eb.or([eb("d.branch_id", "is", null), eb("b.deleted_at", "is", null)]))
    .select(["d.host", "b.url as branch_url"])
    .execute();
}

/** Returns the name that links to a site use, if it has one. */
export const findLinkHost = (hosts: readonly LinkHost[], branchUrl: string | null): string | undefined =>
  hosts.find(({ branch_url }) => branch_url === branchUrl)?.host;
