import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { userIsActive } from "../../access/scope.ts";
import type { Db } from "../../db/client.ts";
import type { Mapping } from "./mapping.ts";

type Managing = Reach<"identity.manage">;
/** Where a provider is read before anybody is signed in. */
export interface At {
  db: Db;
  instanceId: number;
}

export type ProviderKind = "oidc" | "saml";

/** What a provider needs by its protocol; nothing in it is secret. */
export interface ProviderSettings {
  /** OpenID Connect. */
  client_id?: string;
  scopes?: string;
  /** SAML. */
  sso_url?: string;
  slo_url?: string | null;
  certificates?: string[];
  metadata_url?: string | null;
  /** When the metadata were read. */
  read_at?: string;
  /** The product's own certificate, as PEM. */
  own_certificate?: string;
  allows_idp_initiated?: boolean;
  requires_encryption?: boolean;
  /** Whether signing out here signs out there as well. */
  single_logout?: boolean;
}

export interface ProviderRow {
  id: number;
  kind: ProviderKind;
  name: string;
  branch_id: number | null;
  branch_name: string | null;
  branch_url: string | null;
  is_active: boolean;
  /** Whose people the login page leads to it. */
  email_domains: string[];
  /** Whether the login page has a button for it. */
  has_button: boolean;
  issuer: string;
  settings: ProviderSettings;
  secret: Buffer | null;
  creates_accounts: boolean;
  trusts_emails: boolean;
  updates_people: boolean;
  mapping: Mapping;
  mapped_by: number | null;
  author_name: string | null;
  /** Whether the author may still sign in. */
  is_author_active: boolean;
  people: number;
  last_used_at: Date | null;
  updated_at: Date;
}

const selectProviders = (db: Db, instanceId: number) =>
  db
    .selectFrom("identity_providers as p")
    .leftJoin("branches as b", (join) =>
      join.onRef("b.instance_id", "=", "p.instance_id").onRef("b.id", "=", "p.branch_id"),
    )
    .leftJoin("users as u", (join) =>
      join.onRef("u.instance_id", "=", "p.instance_id").onRef("u.id", "=", "p.mapped_by"),
    )
    .where("p.instance_id", "=", instanceId)
    .where("p.deleted_at", "is", null)
    .select(["p.id", "p.kind", "p.name", "p.branch_id", "p.is_active", "p.issuer", "p.settings", "p.secret"])
    .select(["p.creates_accounts", "p.trusts_emails", "p.updates_people", "p.mapping", "p.mapped_by", "p.updated_at"])
    .select(["p.email_domains", "p.has_button"])
    .select(["b.name as branch_name", "b.url as branch_url"])
    .select([
      sql<string | null>`u.first_name || ' ' || u.last_name`.as("author_name"),
      sql<boolean>`coalesce(u.is_active AND u.deleted_at IS NULL, false)`.as("is_author_active"),
    ])
    .orderBy("p.name")
    .orderBy("p.id");

/** Lists the providers of the instance with how many people use them. */
export function listProviders({ db, instanceId }: Managing): Promise<ProviderRow[]> {
  return withUse(db, instanceId).$castTo<ProviderRow>().execute();
}

export function findProvider({ db, instanceId }: Managing, id: number): Promise<ProviderRow | undefined> {
  return withUse(db, instanceId).where("p.id", "=", id).$castTo<ProviderRow>().executeTakeFirst();
}

const withUse = (db: Db, instanceId: number) =>
  selectProviders(db, instanceId).select([
    sql<number>`(SELECT count(*)::integer FROM identity_links l
      WHERE l.instance_id = ${instanceId} AND l.provider_id = p.id)`.as("people"),
    sql<Date | null>`(SELECT max(l.last_used_at) FROM identity_links l
      WHERE l.instance_id = ${instanceId} AND l.provider_id = p.id)`.as("last_used_at"),
  ]);

/** A provider as a sign-in reads it. */
export type UsedProvider = Omit<ProviderRow, "people" | "last_used_at">;

/** Finds a provider for a sign-in; one that is switched off too, which admins may test. */
export function findUsed({ db, instanceId }: At, id: number): Promise<UsedProvider | undefined> {
  return (
    selectProviders(db, instanceId)
      .where("p.id", "=", id)
      // The provider of a deleted branch is not one of the main site.
      .where((eb) => eb.or([eb("p.branch_id", "is", null), eb("b.deleted_at", "is", null)]))
      .$castTo<UsedProvider>()
      .executeTakeFirst()
  );
}

export interface ProviderValues {
  name: string;
  branch_id: number | null;
  is_active: boolean;
  email_domains: string[];
  has_button: boolean;
  issuer: string;
  settings: ProviderSettings;
  creates_accounts: boolean;
  trusts_emails: boolean;
  updates_people: boolean;
  mapping: Mapping;
}

const toColumns = ({ settings, mapping, ...values }: ProviderValues) => ({
  ...values,
  settings: JSON.stringify(settings),
  mapping: JSON.stringify(mapping),
});

export async function insertProvider(reach: Managing, kind: ProviderKind, values: ProviderValues): Promise<number> {
  const { id } = await reach.db
    .insertInto("identity_providers")
    .values({ instance_id: reach.instanceId, kind, ...toColumns(values), mapped_by: reach.userId })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateProvider(reach: Managing, id: number, values: ProviderValues): Promise<void> {
  await reach.db
    .updateTable("identity_providers")
    .set({ ...toColumns(values), mapped_by: reach.userId, updated_at: sql<Date>`now()` })
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", id)
    .execute();
}

export async function storeSecret({ db, instanceId }: At, id: number, secret: Buffer | null): Promise<void> {
  await db
    .updateTable("identity_providers")
    .set({ secret, updated_at: sql<Date>`now()` })
    .where("instance_id", "=", instanceId)
    .where("id", "=", id)
    .execute();
}

/** Lists the providers whose metadata were read a day ago. */
export async function listDue({ db, instanceId }: At): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM identity_providers
    WHERE instance_id = ${instanceId} AND is_active AND deleted_at IS NULL AND settings ->> 'metadata_url' IS NOT NULL
      AND coalesce((settings ->> 'read_at')::timestamptz, created_at) < now() - interval '1 day'`.execute(db);
  return rows.map(({ id }) => id);
}

/** Stores what metadata say now, unless an admin has changed the provider meanwhile. @returns whether it is new */
export async function storeSettings(
  { db, instanceId }: At,
  id: number,
  before: ProviderSettings,
  endpoints: Pick<ProviderSettings, "sso_url" | "slo_url" | "certificates">,
): Promise<boolean> {
  const settings = { ...before, ...endpoints, read_at: new Date().toISOString() };
  const { numUpdatedRows } = await db
    .updateTable("identity_providers")
    .set({ settings: JSON.stringify(settings) })
    .where("instance_id", "=", instanceId)
    .where("id", "=", id)
    .where("settings", "=", JSON.stringify(before))
    .executeTakeFirst();
  const facts = ({ sso_url, slo_url, certificates }: ProviderSettings) =>
    JSON.stringify([sso_url, slo_url, certificates]);
  return numUpdatedRows > 0n && facts(before) !== facts(settings);
}

/** Deletes a provider, which can be restored for 30 days with its links to users. */
export async function deleteProvider({ db, instanceId }: Managing, id: number): Promise<void> {
  await db
    .updateTable("identity_providers")
    .set({ deleted_at: sql<Date>`now()` })
    .where("instance_id", "=", instanceId)
    .where("id", "=", id)
    .execute();
}

/** Returns what decides whether a deleted provider can be restored. */
export function findDeletedProvider(
  { db, instanceId }: Managing,
  id: number,
): Promise<{ branch_id: number | null; email_domains: string[] } | undefined> {
  return db
    .selectFrom("identity_providers")
    .where("instance_id", "=", instanceId)
    .where("id", "=", id)
    .where("deleted_at", "is not", null)
    .select(["branch_id", "email_domains"])
    .executeTakeFirst();
}

/** Writes the buttons of the login form where the page reads the instance. */
export async function storeButtons({ db, instanceId }: At): Promise<void> {
  await sql`
    UPDATE instances SET sign_in_buttons = (
      SELECT coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'kind', p.kind, 'name', p.name, 'branch_id', p.branch_id,
          'has_button', p.has_button, 'has_domains', p.email_domains <> '{}')
        ORDER BY p.name, p.id), '[]')
      FROM identity_providers p WHERE p.instance_id = ${instanceId} AND p.is_active AND p.deleted_at IS NULL)
    WHERE id = ${instanceId}`.execute(db);
}

/** Tells which of these do not exist in the instance. */
export async function listMissing(
  { db, instanceId }: Managing,
  ids: { branches: number[]; groups: number[]; fields: number[] },
): Promise<{ branches: boolean; groups: boolean; fields: boolean }> {
  const missing = (table: string, wanted: number[]) => sql<boolean>`EXISTS (
    SELECT FROM unnest(${wanted}::integer[]) AS w (id) WHERE NOT EXISTS (
      SELECT FROM ${sql.table(table)} x
      WHERE x.instance_id = ${instanceId} AND x.id = w.id AND x.deleted_at IS NULL))`;
  const { rows } = await sql<{ branches: boolean; groups: boolean; fields: boolean }>`
    SELECT ${missing("branches", ids.branches)} AS branches, ${missing("groups", ids.groups)} AS groups,
      ${missing("user_fields", ids.fields)} AS fields`.execute(db);
  return rows[0]!;
}

/** Tells whether people of every site can sign in by a provider, apart from one. */
export async function hasAnotherForAll({ db, instanceId }: Managing, exceptId: number): Promise<boolean> {
  const row = await db
    .selectFrom("identity_providers")
    .where("instance_id", "=", instanceId)
    .where("id", "!=", exceptId)
    .where("branch_id", "is", null)
    .where("is_active", "=", true)
    .where("deleted_at", "is", null)
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
}

export interface SignInPolicy {
  passwords_off: boolean;
  exceptions: { id: number; name: string }[];
}

/** Limits a query to users `u` who may keep a password: active admins of the main site. */
const mayBeChosen = sql<boolean>`(u.role = 'admin' AND u.is_primary AND u.deleted_at IS NULL AND u.platform_user_id IS NULL
  AND ${userIsActive})`;

/** Reads whether passwords are off, and who may use one all the same; locks the instance if asked to. */
export async function readPolicy({ db, instanceId }: Managing, { lock = false } = {}): Promise<SignInPolicy> {
  const { passwords_off } = await db
    .selectFrom("instances")
    .where("id", "=", instanceId)
    .select("passwords_off")
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirstOrThrow();
  const exceptions = await db
    .selectFrom("password_exceptions as e")
    .innerJoin("users as u", (join) =>
      join.onRef("u.instance_id", "=", "e.instance_id").onRef("u.id", "=", "e.user_id"),
    )
    .where("e.instance_id", "=", instanceId)
    .where(mayBeChosen)
    .select(["u.id", sql<string>`u.first_name || ' ' || u.last_name`.as("name")])
    .orderBy("name")
    .execute();
  return { passwords_off, exceptions };
}

/** Stores whether passwords are off in the instance, and who may use one nevertheless. */
export async function storePolicy(
  { db, instanceId }: Managing,
  { passwordsOff, userIds }: { passwordsOff: boolean; userIds: number[] },
): Promise<void> {
  await db.updateTable("instances").set({ passwords_off: passwordsOff }).where("id", "=", instanceId).execute();
  await db.deleteFrom("password_exceptions").where("instance_id", "=", instanceId).execute();
  if (userIds.length > 0)
    await db
      .insertInto("password_exceptions")
      .values(userIds.map((user_id) => ({ instance_id: instanceId, user_id })))
      .execute();
}

/** Lists the admins of the main site, who may keep a password. */
export async function listAdmins({
  db,
  instanceId,
}: Managing): Promise<{ id: number; name: string; has_password: boolean; has_last_day: boolean }[]> {
  return db
    .selectFrom("users as u")
    .where("u.instance_id", "=", instanceId)
    .where(mayBeChosen)
    .select([
      "u.id",
      sql<string>`u.first_name || ' ' || u.last_name`.as("name"),
      sql<boolean>`u.password_hash IS NOT NULL`.as("has_password"),
      sql<boolean>`u.deactivate_at IS NOT NULL`.as("has_last_day"),
    ])
    .orderBy("name")
    .orderBy("u.id")
    .limit(500)
    .execute();
}
