import type { Actor, Reach } from "../../access/actor.ts";
import { hashLightly } from "../../access/passwords.ts";
import { allows } from "../../access/permissions.ts";
import { Invalid, type Validation } from "../../errors.ts";
import { findDefaultBranch } from "../branches/branches.service.ts";
import { recordAudits } from "../audit/audit.service.ts";
import { addPeople } from "../groups/members.service.ts";
import { followPaths } from "../learning-paths/membership.service.ts";
import { queueInvitations } from "../mails/invitations.service.ts";
import { noteRequirement } from "../sign-in-security/grace-period.service.ts";
import {
  checkValues,
  describeFields,
  type FieldChanges,
  listVisibleFields,
  storeManyFields,
  type UserField,
} from "../user-fields/user-fields.service.ts";
import * as queries from "./bulk.queries.ts";
import { refuseBeyond } from "./licences.service.ts";
import { toAuditSubject } from "./people.service.ts";
import { lockInstance, type NewPerson, readInstance } from "./person.queries.ts";
import { queueStrengthening } from "./strengthening.service.ts";
import { findProblems, type UserFields } from "./user-rules.ts";
import { type Message, t } from "../../i18n/message.ts";

/** A row of the file. Branches are given by URL, groups by name. */
export interface BulkRow extends UserFields {
  branchUrls?: string[] | null;
  groupNames?: string[] | null;
}

export interface BulkUser {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  role: string;
  branchUrls: string[];
  groups: { id: number; name: string }[];
}

const MOST_ROWS = 10_000;

/**
 * Creates all users of a file or none: every row is checked before the first is written (P21, P57 and P71).
 * @throws Invalid with the keys `input.N.field`, N from 0; Conflict when licences or places of a course do not suffice
 */
export async function bulkCreateUsers(actor: Actor, rows: BulkRow[], branchUrl?: string | null): Promise<BulkUser[]> {
  const reach = await actor.reach("user.bulk", branchUrl);
  if (rows.length === 0) throw new Invalid({ input: [t`The file contains no users.`] });
  if (rows.length > MOST_ROWS) throw new Invalid({ input: [t`At most ${MOST_ROWS} users can be created at once.`] });
  const known = await look(reach, rows);
  const rules = await readInstance(reach);
  refuseProblems(actor, reach, rows, known, rules.today);
  const using = rows.filter((row) => isUsing(toNewPerson(reach, row, null), rules.today)).length;
  await refuseBeyond(reach, rules, using);
  // Hashed before the lock, so that others can create users meanwhile; the licences are counted again under the lock.
  const hashes = await hashAll(rows);
  await refuseBeyond(reach, await lockInstance(reach), using);
  const people = rows.map((row, index) => toNewPerson(reach, row, hashes[index]!));
  const ids = await queries.insertPeople(reach, people);
  refuseLate(people, ids);
  await noteRequirement(reach, [...ids.values()]);
  const created = rows.map((row, index): BulkUser => {
    const { first_name, last_name, email, role } = people[index]!;
    const groups = listGroupNames(row).map((name) => known.groups.get(name)!);
    return { id: ids.get(email)!, first_name, last_name, email, role, branchUrls: listBranchUrls(row), groups };
  });
  const own = rows.map((row) => checkOwnFields(known.fields, row));
  await storeManyFields(
    reach,
    created.map(({ id: userId }, index) => ({ userId, changes: own[index]! })),
  );
  await place(actor, reach, rows, created, known, branchUrl);
  await recordAudits(
    actor,
    reach,
    created.map((user, index) => {
      const { password_hash: _, ...fields } = people[index]!;
      return {
        action: "user.created",
        subject: toAuditSubject(user),
        changes: { ...fields, ...describeFields(own[index]!), in_bulk: true },
      };
    }),
  );
  const withPassword = created.filter((_, index) => people[index]!.password_hash !== null);
  await queueStrengthening(
    actor.platform.jobs,
    reach,
    withPassword.map(({ id }) => id),
  );
  const invited = created.filter((_, index) => isInvited(people[index]!));
  await queueInvitations(
    actor,
    reach,
    invited.map(({ id }) => id),
  );
  return created;
}

interface Known {
  taken: Set<string>;
  branches: Map<string, number>;
  groups: Map<string, { id: number; name: string }>;
  /** The organisation's own fields; none if no row has values. */
  fields: UserField[];
  /** The branch of users with neither the main site nor a branch; null when there is none. */
  defaultBranchId: number | null;
}

async function look(reach: Reach<"user.bulk">, rows: BulkRow[]): Promise<Known> {
  return {
    taken: await queries.listTaken(reach, rows.map(getEmail)),
    branches: await queries.listBranches(reach, [...new Set(rows.flatMap(listBranchUrls))]),
    groups: await queries.listGroups(reach, [...new Set(rows.flatMap(listGroupNames))]),
    fields: rows.some((row) => row.fields) ? await listVisibleFields(reach) : [],
    defaultBranchId: rows.some(isNowhere) ? await findDefaultBranch(reach) : null,
  };
}

function refuseProblems(actor: Actor, reach: Reach<"user.bulk">, rows: BulkRow[], known: Known, today: string): void {
  const gives: readonly string[] = actor.givenRoles.filter((role) => role !== "super_admin");
  const mayPlace = actor.person.isPrimary && allows(reach.role, "user.place");
  const needsBranch = reach.branchIds !== null && reach.branchIds.length !== 1;
  const rowOfEmail = new Map<string, number>();
  const validation: Validation = {};
  rows.forEach((row, index) => {
    const problems = findProblems({ ...row, role: parseRole(row) }, { isNew: true, today });
    const add = (field: keyof BulkRow, problem: Message) => (problems[field] ??= []).push(problem);
    if (!problems["role"] && !gives.includes(parseRole(row))) add("role", t`You may not give this user type.`);
    const email = getEmail(row);
    const before = rowOfEmail.get(email);
    if (email && before !== undefined) add("email", t`User ${before + 1} has the same email.`);
    else if (known.taken.has(email)) add("email", t`This email is already in use.`);
    rowOfEmail.set(email, before ?? index);
    for (const url of listBranchUrls(row))
      if (!known.branches.has(url)) add("branchUrls", t`There is no branch with the URL '${url}'.`);
    for (const name of listGroupNames(row))
      if (!known.groups.has(name)) add("groupNames", t`There is no group named '${name}'.`);
    if (row.is_primary === true && !mayPlace) add("is_primary", t`You may not give access to the main site.`);
    if (listBranchUrls(row).length === 0) {
      if (needsBranch) add("branchUrls", t`Name one of your branches.`);
      else if (isNowhere(row) && reach.branchIds === null && known.defaultBranchId === null)
        add("is_primary", t`Give access to the main site, or name a branch.`);
    }
    Object.assign(problems, checkOwnFields(known.fields, row).problems);
    for (const [field, messages] of Object.entries(problems)) validation[`input.${index}.${field}`] = messages;
  });
  if (Object.keys(validation).length > 0) throw new Invalid(validation);
}

const checkOwnFields = (fields: UserField[], { fields: given }: BulkRow): FieldChanges =>
  given ? checkValues(fields, given, new Map()) : { values: [], problems: {} };

/** Refuses addresses that another user took after the rows were checked. */
function refuseLate(people: NewPerson[], ids: Map<string, number>): void {
  const late: Validation = {};
  people.forEach(({ email }, index) => {
    if (!ids.has(email)) late[`input.${index}.email`] = [t`This email is already in use.`];
  });
  if (Object.keys(late).length > 0) throw new Invalid(late);
}

async function place(
  actor: Actor,
  reach: Reach<"user.bulk">,
  rows: BulkRow[],
  created: BulkUser[],
  { branches, defaultBranchId }: Known,
  branchUrl: string | null | undefined,
): Promise<void> {
  const usual = reach.branchIds?.length === 1 ? reach.branchIds : [];
  const fallback = reach.branchIds === null && defaultBranchId !== null ? [defaultBranchId] : [];
  await queries.addToBranches(
    reach,
    created.flatMap(({ id, branchUrls }, index) => {
      const own = [
        ...usual,
        ...branchUrls.map((url) => branches.get(url)!),
        ...(isNowhere(rows[index]!) ? fallback : []),
      ];
      return own.map((branch_id) => ({ user_id: id, branch_id }));
    }),
  );
  await followPaths(actor, reach, { userIds: created.map(({ id }) => id) });
  const groups = new Map(created.flatMap((user) => user.groups.map((group) => [group.id, group])));
  for (const id of groups.keys()) {
    const members = created.filter((user) => user.groups.some((group) => group.id === id));
    await addPeople(
      actor,
      members.map((user) => user.id),
      [id],
      branchUrl,
    );
  }
}

function hashAll(rows: BulkRow[]): Promise<(string | null)[]> {
  return Promise.all(rows.map(async ({ password }) => (password ? hashLightly(password) : null)));
}

function toNewPerson(reach: Reach<"user.bulk">, row: BulkRow, password_hash: string | null): NewPerson {
  const isOfBranch = reach.branchIds !== null || listBranchUrls(row).length > 0;
  return {
    first_name: row.first_name!.trim(),
    last_name: row.last_name!.trim(),
    email: row.email!.trim(),
    password_hash,
    role: parseRole(row),
    is_primary: row.is_primary ?? !isOfBranch,
    is_active: row.is_active ?? true,
    skip_email: row.skip_email ?? false,
    deactivate_at: row.deactivate_at || null,
  };
}

function isUsing({ is_active, deactivate_at }: NewPerson, today: string): boolean {
  return is_active && (deactivate_at === null || deactivate_at > today);
}

function isInvited({ password_hash, skip_email, is_active }: NewPerson): boolean {
  return password_hash === null && !skip_email && is_active;
}

const getEmail = (row: BulkRow) => row.email?.trim().toLowerCase() ?? "";
/** Tells whether a row has neither the main site nor a branch. */
const isNowhere = (row: BulkRow) => row.is_primary === false && listBranchUrls(row).length === 0;

const listBranchUrls = (row: BulkRow) => splitList(row.branchUrls).map((url) => url.toLowerCase());
const listGroupNames = (row: BulkRow) => splitList(row.groupNames).map((name) => name.toLowerCase());
const splitList = (values: string[] | null | undefined) => [
  ...new Set((values ?? []).map((value) => value.trim()).filter(Boolean)),
];

/** Parses the role of a row: files contain 'Learner' and, in branches, 'student' (P7). */
function parseRole(row: BulkRow): string {
  const role = row.role?.trim().toLowerCase().replace(/\s+/g, "_") ?? "";
  return role === "student" ? "learner" : role;
}
