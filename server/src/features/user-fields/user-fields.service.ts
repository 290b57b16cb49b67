import { isDeepStrictEqual } from "node:util";
import { LRUCache } from "lru-cache";
import * as z from "zod";
import type { Actor, Reach } from "../../access/actor.ts";
import { allows, type Role } from "../../access/permissions.ts";
import { Invalid, NotFound, type Validation } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { differences, recordAudit } from "../audit/audit.service.ts";
import { FIELD_TYPES, parseFieldValue } from "./field-values.ts";
import * as queries from "./user-fields.queries.ts";
import type { Audience, UserField } from "./user-fields.queries.ts";

export type { UserField } from "./user-fields.queries.ts";

/** A field of one user. */
export interface UserFieldValue {
  field: UserField;
  value: string | null;
  /** Whether the caller may change it. */
  may_edit: boolean;
}

/** What a form sends for a field. */
export interface FieldInput {
  id: number;
  value?: string | null | undefined;
}

const ALL: readonly Audience[] = ["admins", "staff", "everybody"];

/** Lists the audiences to which a role belongs. */
export const listAudiences = (role: Role): readonly Audience[] =>
  allows(role, "user.bulk") ? ALL : allows(role, "user.read") ? ["staff", "everybody"] : ["everybody"];

/** Lists the fields of users that the caller sees, in their order. */
export async function listUserFields(actor: Actor): Promise<UserField[]> {
  return listVisibleFields(await actor.reach("learn"));
}

/** Lists the fields that a reach sees of users. */
export const listVisibleFields = (reach: Reach): Promise<UserField[]> =>
  queries.listFields(reach, listAudiences(reach.role));

/** Returns the fields of a user of the reach, also those without a value. */
export async function listFieldsOf(reach: Reach, userId: number): Promise<UserFieldValue[]> {
  const fields = await listVisibleFields(reach);
  const values = await readValuesByUser(reach, [userId], fields);
  return fields.map((field) => ({ field, value: values.get(userId)?.get(field.id) ?? null, may_edit: true }));
}

/** Returns the caller's own fields. Operators have none. */
export async function listOwnFields(actor: Actor): Promise<UserFieldValue[]> {
  const reach = await actor.reach("profile.edit");
  if (actor.person.platformUserId !== null) return [];
  const fields = await queries.listFields(reach, ["everybody"]);
  const values = await readValuesByUser(reach, [actor.person.id], fields);
  return fields.map((field) => ({
    field,
    value: values.get(actor.person.id)?.get(field.id) ?? null,
    may_edit: field.is_editable_by_person,
  }));
}

/** Stores what the caller typed in their own fields. @throws Invalid by `field_{id}` */
export async function updateOwnFields(actor: Actor, reach: Reach, given: readonly FieldInput[]): Promise<void> {
  const fields = await queries.listFields(reach, ["everybody"]);
  const changes = await checkFields(
    reach,
    fields.filter((field) => field.is_editable_by_person),
    given,
    actor.person.id,
  );
  if (Object.keys(changes.problems).length > 0) throw new Invalid(changes.problems);
  await storeFields(reach, actor.person.id, changes);
}

/** Reads values of fields by user and field. */
export async function readValuesByUser(
  reach: Reach,
  userIds: readonly number[],
  fields: readonly UserField[],
): Promise<Map<number, Map<number, string>>> {
  const byUser = new Map<number, Map<number, string>>();
  const ids = fields.map(({ id }) => id);
  for (const { user_id, field_id, value } of await queries.readValues(reach, userIds, ids)) {
    const values = byUser.get(user_id) ?? new Map<number, string>();
    byUser.set(user_id, values.set(field_id, value));
  }
  return byUser;
}

/** Checked values of one user's fields. */
export interface FieldChanges {
  values: { field: UserField; before: string | null; value: string | null }[];
  /** By `field_{id}`. */
  problems: Validation;
}

/**
 * Checks what a form sends for the fields that the caller sees. Nothing given changes nothing, also where a field is
 * required, so that clients that do not know the fields keep working; otherwise each required field has to be filled.
 * @param userId null for a new user
 */
export async function checkUserFields(
  reach: Reach,
  given: readonly FieldInput[] | null | undefined,
  userId: number | null,
): Promise<FieldChanges> {
  if (!given) return { values: [], problems: {} };
  return checkFields(reach, await listVisibleFields(reach), given, userId);
}

async function checkFields(
  reach: Reach,
  fields: readonly UserField[],
  given: readonly FieldInput[],
  userId: number | null,
): Promise<FieldChanges> {
  const stored = userId === null ? undefined : (await readValuesByUser(reach, [userId], fields)).get(userId);
  return checkValues(fields, given, stored ?? new Map<number, string>());
}

/** Checks values of one user against the fields. */
export function checkValues(
  fields: readonly UserField[],
  given: readonly FieldInput[],
  stored: ReadonlyMap<number, string>,
): FieldChanges {
  const problems: Validation = {};
  const byId = new Map(given.map(({ id, value }) => [id, value]));
  for (const id of byId.keys())
    if (!fields.some((field) => field.id === id)) problems[`field_${id}`] = [t`This field does not exist any more.`];
  const values = fields.map((field) => {
    const before = stored.get(field.id) ?? null;
    const parsed = parseFieldValue(field, byId.has(field.id) ? byId.get(field.id) : before, before);
    if (parsed.problem) problems[`field_${field.id}`] = [parsed.problem];
    return { field, before, value: parsed.value };
  });
  return { values: values.filter(({ before, value }) => before !== value), problems };
}

/** Stores checked values. */
export async function storeFields(reach: Reach, userId: number, changes: FieldChanges): Promise<void> {
  await storeManyFields(reach, [{ userId, changes }]);
}

/** Stores checked values of several users in at most two statements. */
export async function storeManyFields(
  reach: Reach,
  users: readonly { userId: number; changes: FieldChanges }[],
): Promise<void> {
  await queries.writeValues(
    reach,
    users.flatMap(({ userId, changes }) =>
      changes.values.map(({ field, value }) => ({ user_id: userId, field_id: field.id, value })),
    ),
  );
}

/** Returns what an audit entry says of changed fields; nothing without a change. */
export function describeFields({ values }: FieldChanges): { user_fields?: [string[], string[]] } {
  if (values.length === 0) return {};
  const describe = (which: "before" | "value") =>
    values.flatMap((each) => (each[which] === null ? [] : [`${each.field.name}: ${each[which]}`]));
  return { user_fields: [describe("before"), describe("value")] };
}

/** A condition on a field of users. */
export interface FieldFilter {
  id: number;
  value: string;
  /** Whether `value` is a part of the text; equal otherwise. */
  isPart: boolean;
}

/** Returns the condition of a filter on a field that the caller sees. @throws Invalid for another one */
export async function toFieldFilter(reach: Reach, id: number, value: string): Promise<FieldFilter> {
  return toCondition(await getFilteredField(reach, id), value);
}

async function getFilteredField(reach: Reach, id: number): Promise<UserField> {
  const field = await queries.findField(reach, id, listAudiences(reach.role));
  if (!field) throw new Invalid({ field_id: [t`This field does not exist any more.`] });
  return field;
}

function toCondition(field: UserField, value: string): FieldFilter {
  const { id } = field;
  if (field.type === "text") return { id, value: value.trim(), isPart: true };
  // A box that is not checked has no value.
  if (field.type === "checkbox") return { id, value: value === "true" ? "true" : "", isPart: false };
  // A value that the choices do not have any more is still found.
  const parsed = parseFieldValue({ ...field, is_required: false }, value);
  return { id, value: parsed.problem ? value.trim() : (parsed.value ?? ""), isPart: false };
}

/** Fields as filters found them last, by instance and id. */
const lastFound = new LRUCache<string, UserField>({ max: 1_000 });

/**
 * Runs work with the condition of a filter on a field that the caller sees. The work starts with the field as it was found
 * last, in one round trip with reading it, and counts only if the condition is still the same.
 * @param work only reads: it may run twice
 * @throws Invalid for a field that the caller does not see
 */
export async function withFieldFilter<T>(
  reach: Reach,
  { id, value }: { id: number; value: string },
  work: (filter: FieldFilter) => Promise<T>,
): Promise<T> {
  const key = `${reach.instanceId} ${id}`;
  const before = lastFound.get(key);
  const expected = before && toCondition(before, value);
  const [field, early] = await Promise.all([getFilteredField(reach, id), expected && work(expected)]);
  lastFound.set(key, field);
  const condition = toCondition(field, value);
  return expected && isDeepStrictEqual(expected, condition) ? (early as T) : work(condition);
}

const MOST_FIELDS = 50;
/** The columns of the file of users, which a field cannot be called. */
const FILE_COLUMNS: ReadonlySet<string> = new Set([
  "first_name",
  "last_name",
  "email",
  "password",
  "role",
  "is_primary",
  "is_active",
  "skip_email",
  "deactivate_at",
  "branch_url",
  "group_name",
]);

const form = z
  .object({
    name: z
      .string()
      .trim()
      .min(1, t`Enter a name.`)
      .max(60, t`This name is too long.`)
      .refine((name) => !FILE_COLUMNS.has(name.toLowerCase()), t`Users have a field of this name already.`),
    type: z.enum(FIELD_TYPES, t`Choose a type of the list.`),
    choices: z
      .array(
        z
          .string()
          .trim()
          .max(100, t`A choice can have at most 100 characters.`),
      )
      .max(200, t`There can be at most 200 choices.`)
      .transform((choices) => distinct(choices.filter(Boolean))),
    is_required: z.boolean(),
    is_listed: z.boolean(),
    visible_to: z.enum(["admins", "staff", "everybody"], t`Choose who sees this field.`),
    is_editable_by_person: z.boolean(),
  })
  .refine(({ type, choices }) => type !== "choice" || choices.length > 0, {
    path: ["choices"],
    error: t`Enter at least one choice.`,
  })
  .transform((field) => ({
    ...field,
    choices: field.type === "choice" ? field.choices : [],
    is_editable_by_person: field.is_editable_by_person && field.visible_to === "everybody",
  }));

/** What the form of a field sends; left out, it stays as it is or gets its default. */
export type UserFieldInput = { [part in keyof queries.NewField]?: queries.NewField[part] | string | null | undefined };

const DEFAULTS: queries.NewField = {
  name: "",
  type: "text",
  choices: [],
  is_required: false,
  is_listed: false,
  visible_to: "staff",
  is_editable_by_person: false,
};

/** Adds a field to the users of the instance. @throws Invalid by field */
export async function createUserField(actor: Actor, input: UserFieldInput): Promise<UserField> {
  const reach = await actor.reach("settings.manage");
  await queries.lockFields(reach);
  const fields = await queries.listFields(reach, ALL);
  const field = checkField({ ...DEFAULTS, ...withoutBlanks(input) }, fields);
  if (fields.length >= MOST_FIELDS) throw new Invalid({ name: [t`There can be at most ${MOST_FIELDS} fields.`] });
  const id = await queries.insertField(reach, field);
  await recordAudit(actor, reach, { action: "user_field.created", subject: toSubject({ id, ...field }) });
  return { id, ...field };
}

/** Changes a field. Its type stays. @throws NotFound; Invalid by field */
export async function updateUserField(actor: Actor, id: number, input: UserFieldInput): Promise<UserField> {
  const reach = await actor.reach("settings.manage");
  await queries.lockFields(reach);
  const fields = await queries.listFields(reach, ALL);
  const { id: _, ...before } = requireField(fields, id);
  const field = checkField(
    { ...before, ...withoutBlanks(input) },
    fields.filter((each) => each.id !== id),
  );
  if (field.type !== before.type) throw new Invalid({ type: [t`The type of a field cannot be changed.`] });
  await queries.updateField(reach, id, field);
  const changes = differences(before, field);
  if (Object.keys(changes).length > 0)
    await recordAudit(actor, reach, { action: "user_field.updated", subject: toSubject({ id, ...field }), changes });
  return { id, ...field };
}

/** Deletes a field with its values, which can be restored for 30 days. @throws NotFound */
export async function deleteUserField(actor: Actor, id: number): Promise<{ id: number }> {
  const reach = await actor.reach("settings.manage");
  await queries.lockFields(reach);
  const field = requireField(await queries.listFields(reach, ALL), id);
  await queries.updateField(reach, id, { deleted_at: new Date() });
  await recordAudit(actor, reach, { action: "user_field.deleted", subject: toSubject(field) });
  return { id };
}

/** Puts the fields in an order; those that are left out follow. */
export async function orderUserFields(actor: Actor, ids: readonly number[]): Promise<UserField[]> {
  const reach = await actor.reach("settings.manage");
  await queries.lockFields(reach);
  const fields = await queries.listFields(reach, ALL);
  const wanted = [...new Set(ids)].map((id) => requireField(fields, id));
  const order = [...wanted, ...fields.filter((field) => !wanted.includes(field))];
  await queries.orderFields(
    reach,
    order.map(({ id }) => id),
  );
  return order;
}

/** Tells whether another field has the name of a deleted one. */
export async function fieldNameIsTaken(reach: Reach, name: string): Promise<boolean> {
  return (await queries.listFields(reach, ALL)).some((field) => field.name.toLowerCase() === name.toLowerCase());
}

function checkField(given: object, others: readonly UserField[]): queries.NewField {
  const parsed = form.safeParse(given);
  if (!parsed.success) throw new Invalid(z.flattenError(parsed.error).fieldErrors as Record<string, string[]>);
  if (others.some(({ name }) => name.toLowerCase() === parsed.data.name.toLowerCase()))
    throw new Invalid({ name: [t`There is already a field of this name.`] });
  return parsed.data;
}

function requireField(fields: readonly UserField[], id: number): UserField {
  const field = fields.find((each) => each.id === id);
  if (!field) throw new NotFound("Field");
  return field;
}

const toSubject = ({ id, name }: { id: number; name: string }) => ({ type: "user_field" as const, id, name });

/** Keeps the first of choices that differ only in case. */
const distinct = (choices: string[]) =>
  choices.filter((choice, at) => at === choices.findIndex((each) => each.toLowerCase() === choice.toLowerCase()));

const withoutBlanks = (input: UserFieldInput) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value != null));
