import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { accessIsOwn, userInScope } from "../../access/scope.ts";

export type PersonRow = NonNullable<Awaited<ReturnType<typeof findPerson>>>;

/** Finds a user of the reach, without deleted users and visitors of the platform. */
export function findPerson(reach: Reach, id: number) {
  return selectPeople(reach).where("u.id", "=", id).executeTakeFirst();
}

/** Locks several users for a change, in the order of their ids, so that parallel changes wait instead of deadlocking. */
export function lockPeople(reach: Reach, ids: readonly number[]): Promise<PersonRow[]> {
  return (
    selectPeople(reach)
      .where((eb) => eb("u.id", "=", eb.fn.any(eb.val([...ids]))))
      // Nothing of an erased person is changed any more.
      .where("u.erased_at", "is", null)
      .orderBy("u.id")
      .forNoKeyUpdate()
      .execute()
  );
}

/** Lists those of these users of the reach who were deleted. */
export async function listDeleted(reach: Reach, ids: readonly number[]): Promise<number[]> {
  const rows = await reach.db
    .selectFrom("users as u")
    .where("u.instance_id", "=", reach.instanceId)
    .where((eb) => eb("u.id", "=", eb.fn.any(eb.val([...ids]))))
    .where((eb) => eb.or([eb("u.deleted_at", "is not", null), eb("u.erased_at", "is not", null)]))
    .where(userInScope(reach, "u.id"))
    .select("u.id")
    .execute();
  return rows.map(({ id }) => id);
}

function selectPeople(reach: Reach) {
  return reach.db
    .selectFrom("users as u")
    .where("u.instance_id", "=", reach.instanceId)
    .where("u.deleted_at", "is", null)
    .where("u.platform_user_id", "is", null)
    .where(userInScope(reach, "u.id"))
    .select([
      "u.id",
      "u.first_name",
      "u.last_name",
      "u.email",
      "u.role",
      "u.is_primary",
      "u.is_active",
      "u.is_owner",
      "u.skip_email",
      "u.deactivate_at",
      "u.password_hash",
      "u.created_at",
      "u.erased_at",
    ]);
}

/** Returns those of these users, including deleted ones, whose access is within the actor's own. */
export async function listWithinOwn(reach: Reach, ids: readonly number[]): Promise<number[]> {
  if (reach.ownBranchIds === null || ids.length === 0) return [...ids];
  const { rows } = await sql<{ id: number }>`
    SELECT u.id FROM users u WHERE u.instance_id = ${reach.instanceId} AND u.id = ANY (${[...ids]}::integer[])
      AND ${accessIsOwn(reach, "u")}`.execute(reach.db);
  return rows.map(({ id }) => id);
}

export interface NewPerson {
  first_name: string;
  last_name: string;
  email: string;
  password_hash: string | null;
  role: string;
  is_primary: boolean;
  is_active: boolean;
  skip_email: boolean;
  deactivate_at: string | null;
  is_owner?: boolean;
  platform_user_id?: number | null;
}

/** Inserts a user. @returns the id; undefined when the e-mail address is in use in the instance */
export async function insertPerson(reach: Reach, fields: NewPerson): Promise<number | undefined> {
  const row = await reach.db
    .insertInto("users")
    .values({ ...fields, instance_id: reach.instanceId })
    .onConflict((conflict) =>
      conflict
        .expression(sql`instance_id, lower(email)`)
        .where("deleted_at", "is", null)
        .where("platform_user_id", "is", null)
        .doNothing(),
    )
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

export interface PersonChange extends Omit<Partial<NewPerson>, "email"> {
  deleted_at?: Date | null;
}

export async function updatePeople(reach: Reach, ids: readonly number[], change: PersonChange): Promise<void> {
  await reach.db
    .updateTable("users")
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where("instance_id", "=", reach.instanceId)
    .where((eb) => eb("id", "=", eb.fn.any(eb.val([...ids]))))
    .execute();
}

/** Ends users' sessions, links, codes and remembered devices. */
export async function endSessions(reach: Reach, ids: readonly number[]): Promise<void> {
  for (const table of ["sessions", "login_codes", "password_tokens", "remembered_devices"] as const)
    await reach.db
      .deleteFrom(table)
      .where("instance_id", "=", reach.instanceId)
      .where((eb) => eb("user_id", "=", eb.fn.any(eb.val([...ids]))))
      .execute();
}

/** Ends a change of a user's email that waits, with its links. */
export async function endEmailChange(reach: Reach, userId: number): Promise<void> {
  await reach.db
    .deleteFrom("email_changes")
    .where("instance_id", "=", reach.instanceId)
    .where("user_id", "=", userId)
    .execute();
}

export async function addToBranch(reach: Reach, userId: number, branchId: number): Promise<void> {
  await reach.db
    .insertInto("branch_users")
    .values({ instance_id: reach.instanceId, branch_id: branchId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export function listBranches(reach: Reach, userId: number) {
  return reach.db
    .selectFrom("branch_users as bu")
    .innerJoin("branches as b", (join) =>
      join.onRef("b.instance_id", "=", "bu.instance_id").onRef("b.id", "=", "bu.branch_id"),
    )
    .where("bu.instance_id", "=", reach.instanceId)
    .where("bu.user_id", "=", userId)
    .where("b.deleted_at", "is", null)
    .$if(reach.branchIds !== null, (query) => query.where((eb) => eb("b.id", "=", eb.fn.any(eb.val(reach.branchIds!)))))
    .select(["b.id", "b.name", "b.url"])
    .orderBy(sql`b.name COLLATE people`)
    .orderBy("b.id")
    .execute();
}

/** Lists a user's groups: in a branch not those of other branches, unless a manager leads them. */
export function listGroups(reach: Reach, userId: number) {
  const { branchIds, ledGroupIds } = reach;
  return reach.db
    .selectFrom("group_users as gu")
    .innerJoin("groups as g", (join) =>
      join.onRef("g.instance_id", "=", "gu.instance_id").onRef("g.id", "=", "gu.group_id"),
    )
    .where("gu.instance_id", "=", reach.instanceId)
    .where("gu.user_id", "=", userId)
    .where("g.deleted_at", "is", null)
    .$if(branchIds !== null, (query) =>
      query.where((eb) =>
        eb.or([
          eb("g.branch_id", "is", null),
          eb("g.branch_id", "=", eb.fn.any(eb.val(branchIds!))),
          eb("g.id", "=", eb.fn.any(eb.val(ledGroupIds))),
        ]),
      ),
    )
    .select(["g.id", "g.name"])
    .orderBy(sql`g.name COLLATE people`)
    .orderBy("g.id")
    .execute();
}

/** The settings that apply to changes of users. */
export interface InstanceRules {
  name: string;
  license_count: number | null;
  /** The current day in the instance's time zone, yyyy-mm-dd. */
  today: string;
}

/**
 * Locks the instance against other changes of its users, so that limits hold for parallel requests. Rows that only
 * refer to the instance can still be written.
 */
export function lockInstance(reach: Reach): Promise<InstanceRules> {
  return selectRules(reach).forNoKeyUpdate().executeTakeFirstOrThrow();
}

/** Reads the same settings without the lock. */
export function readInstance(reach: Pick<Reach, "db" | "instanceId">): Promise<InstanceRules> {
  return selectRules(reach).executeTakeFirstOrThrow();
}

function selectRules(reach: Pick<Reach, "db" | "instanceId">) {
  return reach.db
    .selectFrom("instances")
    .where("id", "=", reach.instanceId)
    .select(["name", "license_count", sql<string>`(now() AT TIME ZONE time_zone)::date`.as("today")]);
}

/** Counts users of licences: active, and not past their last day. */
export async function countActive(reach: Pick<Reach, "db" | "instanceId">, today: string): Promise<number> {
  const { count } = await reach.db
    .selectFrom("users")
    .where("instance_id", "=", reach.instanceId)
    .where("deleted_at", "is", null)
    .where("platform_user_id", "is", null)
    .where("is_active", "=", true)
    .where((eb) => eb.or([eb("deactivate_at", "is", null), eb("deactivate_at", ">", today)]))
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/** Tells whether an admin without a last day remains besides these users. */
export async function anotherAdminStays(reach: Reach, ids: readonly number[]): Promise<boolean> {
  const found = await reach.db
    .selectFrom("users")
    .select("id")
    .where("instance_id", "=", reach.instanceId)
    .where("role", "=", "admin")
    .where("is_active", "=", true)
    .where("is_primary", "=", true)
    .where("deactivate_at", "is", null)
    .where("deleted_at", "is", null)
    .where("platform_user_id", "is", null)
    .where(sql<boolean>`id <> ALL (${[...ids]}::integer[])`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Tells whether passwords are off and these users have the last password that still works: that of an admin without a last
 * day.
 */
export async function isLastPasswordKept(reach: Reach, ids: readonly number[]): Promise<boolean> {
  const leaves = sql`u.id = ANY (${[...ids]}::integer[])`;
  const { rows } = await sql<{ is_last: boolean }>`
    SELECT coalesce(bool_or(${leaves}) AND NOT bool_or(NOT ${leaves}), false) AS is_last
    FROM password_exceptions e
    JOIN instances i ON i.id = e.instance_id AND i.passwords_off
    JOIN users u ON u.instance_id = e.instance_id AND u.id = e.user_id
    WHERE e.instance_id = ${reach.instanceId} AND u.role = 'admin' AND u.is_active AND u.is_primary
      AND u.deactivate_at IS NULL AND u.deleted_at IS NULL AND u.platform_user_id IS NULL
      AND u.password_hash IS NOT NULL`.execute(reach.db);
  return rows[0]!.is_last;
}
