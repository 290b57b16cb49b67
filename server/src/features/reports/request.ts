import * as z from "zod";
import { Invalid } from "../../errors.ts";
import { DUE_STATUSES } from "../due-dates/due.service.ts";
import { t } from "../../i18n/message.ts";

const id = z
  .int()
  .min(1)
  .max(2 ** 31 - 1);

/** The filters that a table may declare. */
const FILTERS = {
  course_id: id.nullish(),
  user_id: id.nullish(),
  unit_id: id.nullish(),
  attempt_id: id.nullish(),
  group_id: id.nullish(),
  branch_id: id.nullish(),
  path_id: id.nullish(),
  automation_id: id.nullish(),
  badge_id: id.nullish(),
  instance_id: id.nullish(),
  branchUrls: z.array(z.string().max(100)).max(500).nullish(),
  group_ids: z.array(id).max(500).nullish(),
  category_id: id.nullish(),
  /** The category of a question bank, by its name. */
  category: z.string().max(200).nullish(),
  from: z.string().max(10).nullish(),
  to: z.string().max(10).nullish(),
  search: z.string().max(200).nullish(),
  state: z.string().max(20).nullish(),
  role: z.string().max(20).nullish(),
  idle_days: z.int().min(0).max(36_500).nullish(),
  is_overdue: z.boolean().nullish(),
  enrolled_in: id.nullish(),
  not_enrolled_in: id.nullish(),
  /** overdue, due_soon, due or none. */
  due: z.enum([...DUE_STATUSES, "none"]).nullish(),
  field_id: z.int().positive().nullish(),
  field_value: z.string().max(500).nullish(),
  /** One kind of entry in the activity of a user. */
  event: z.string().max(40).nullish(),
  item_kind: z.string().max(40).nullish(),
  actor_id: id.nullish(),
  action: z.string().max(100).nullish(),
  subject_type: z.string().max(40).nullish(),
  subject_id: id.nullish(),
  platform: z.boolean().nullish(),
  /** The columns of the users list that the caller sees. */
  columns: z
    .array(z.string().regex(/^[a-z]{1,20}(_\d{1,10})?$/))
    .max(60)
    .nullish(),
  terms_version: z.int().positive().nullish(),
};

export type FilterName = keyof typeof FILTERS;

/** A request for a table: which one, its filters, its order and its language. */
export const tableRequest = z.strictObject({
  kind: z.string().max(40),
  branchUrl: z.string().max(100).nullish(),
  sort: z.string().max(40).nullish(),
  language: z.enum(["en", "fr", "es"]).nullish(),
  ...FILTERS,
});
export type TableRequest = z.infer<typeof tableRequest>;

/** The filters of reports about people. */
export const PEOPLE_FILTERS = ["branchUrls", "group_ids", "from", "to"] as const satisfies readonly FilterName[];

/**
 * Checks that a table declares every filter that is given: a filter is never ignored.
 * @throws Invalid by filter
 */
export function checkFilters(kind: string, declared: readonly FilterName[], request: TableRequest): void {
  const undeclared = Object.entries(request)
    .filter(([name, value]) => Object.hasOwn(FILTERS, name) && isGiven(value))
    .filter(([name]) => !declared.includes(name as FilterName))
    .map(([name]) => [name, [t`The table '${kind}' has no filter '${name}'.`]]);
  if (undeclared.length > 0) throw new Invalid(Object.fromEntries(undeclared));
}

function isGiven(value: unknown): boolean {
  if (value === null || value === undefined || value === false) return false;
  if (typeof value === "string") return value.trim() !== "";
  return !Array.isArray(value) || value.length > 0;
}

/** A request as a GraphQL client sends it. */
export type LooseTableRequest = Omit<TableRequest, "language" | "due"> & {
  language?: string | null | undefined;
  due?: string | null | undefined;
};

/** Parses a request. @throws Invalid by field */
export function parseTableRequest(asked: object): TableRequest {
  const parsed = tableRequest.safeParse(asked);
  if (parsed.success) return parsed.data;
  throw new Invalid(
    Object.fromEntries(parsed.error.issues.map(({ path }) => [path.join("."), [t`This value is invalid.`]])),
  );
}
