import type { Actor, Reach } from "../../access/actor.ts";
import type { Db } from "../../db/client.ts";
import { parseDay } from "../../db/day.ts";
import { Invalid, NotFound } from "../../errors.ts";
import { type ActivityKind, KINDS } from "./activity-kinds.ts";
import { describeActivity } from "./activity-texts.ts";
import * as queries from "./activity.queries.ts";
import { t } from "../../i18n/message.ts";
import { isLanguage, translate } from "../../i18n/translate.ts";

export { insertActivityFrom, isOfReach } from "./activity.queries.ts";

export interface ActivityEntry {
  /** Whose activity it is. */
  userId: number;
  kind: ActivityKind;
  courseId?: number;
  unitId?: number;
}

/** Writes one activity entry in the transaction of the event; `by` is a reach, or the sign-in itself. */
export async function recordActivity(
  by: { db: Db; instanceId: number; userId: number },
  entry: ActivityEntry,
): Promise<void> {
  await queries.insertActivity(by.db, {
    instance_id: by.instanceId,
    user_id: entry.userId,
    actor_id: by.userId,
    kind: entry.kind,
    course_id: entry.courseId ?? null,
    unit_id: entry.unitId ?? null,
  });
}

/** Writes one activity entry for each of these users. */
export async function recordActivities(
  by: { db: Db; instanceId: number; userId: number },
  userIds: readonly number[],
  { kind, courseId }: Omit<ActivityEntry, "userId" | "unitId">,
): Promise<void> {
  const entry = { instance_id: by.instanceId, actor_id: by.userId, kind, course_id: courseId ?? null, unit_id: null };
  await queries.insertActivities(
    by.db,
    userIds.map((user_id) => ({ ...entry, user_id })),
  );
}

const PAGE = 10;
const LARGEST_PAGE = 500;

export interface ActivityPage {
  data: { id: number; message: string; created_at: string }[];
  paginatorInfo: { currentPage: number; lastPage: number; total: number };
}

/** Days in the instance's time zone, yyyy-mm-dd. */
export interface ActivityFilter {
  from?: string | null | undefined;
  to?: string | null | undefined;
  kind?: string | null | undefined;
}

export interface ActivityOptions extends ActivityFilter {
  page?: number | null | undefined;
  limit?: number | null | undefined;
  language?: string | null | undefined;
  branchUrl?: string | null | undefined;
}

/**
 * Returns one page of a user's activity, the latest first, in the caller's language.
 * @throws NotFound when the user is unknown or outside the reach; Invalid for an invalid day or kind
 */
export async function getPageOfActivity(
  actor: Actor,
  userId: number,
  { page, limit, language, branchUrl, ...filter }: ActivityOptions,
): Promise<ActivityPage> {
  const reach = await actor.reach("report.view", branchUrl);
  if (!(await queries.isOfReach(reach, userId))) throw new NotFound("User");
  const chosen = checked(actor, filter);
  const size = Math.min(Math.max(limit ?? PAGE, 1), LARGEST_PAGE);
  const total = await queries.countActivity(reach, userId, chosen);
  const lastPage = Math.max(1, Math.ceil(total / size));
  const currentPage = Math.min(Math.max(page ?? 1, 1), lastPage);
  const rows = await queries.listActivity(reach, userId, chosen, { limit: size, offset: (currentPage - 1) * size });
  return {
    data: rows.map(({ created_at, ...entry }) => ({
      id: entry.id,
      message: toMessage(actor, language, entry),
      created_at: created_at.toISOString(),
    })),
    paginatorInfo: { currentPage, lastPage, total },
  };
}

/** Reads all activity of a user of the reach in batches of some hundreds, the latest first. @throws Invalid */
export async function* streamActivity(
  actor: Actor,
  reach: Reach<"report.view">,
  userId: number,
  { language, ...filter }: ActivityFilter & { language?: string | null | undefined },
): AsyncGenerator<{ message: string; at: Date }[]> {
  const chosen = checked(actor, filter);
  for (let before: number | null = null; ;) {
    const rows = await queries.listActivity(reach, userId, chosen, { limit: LARGEST_PAGE, before });
    if (rows.length === 0) return;
    yield rows.map(({ created_at, ...entry }) => ({ message: toMessage(actor, language, entry), at: created_at }));
    before = rows.at(-1)!.id;
  }
}

/** Counts the entries. */
export function countActivity(
  actor: Actor,
  reach: Reach<"report.view">,
  userId: number,
  filter: ActivityFilter,
): Promise<number> {
  return queries.countActivity(reach, userId, checked(actor, filter));
}

function checked(actor: Actor, { from, to, kind }: ActivityFilter): queries.Chosen {
  if (kind && !(KINDS as readonly string[]).includes(kind))
    throw new Invalid({ kind: [t`The kinds are: ${KINDS.join(", ")}.`] });
  return { from: parseDay(from, "from"), to: parseDay(to, "to"), kind: kind || null, zone: actor.instance.timeZone };
}

type Entry = Pick<
  Awaited<ReturnType<typeof queries.listActivity>>[number],
  "kind" | "course" | "unit" | "by_first_name" | "by_last_name"
>;

function toMessage(actor: Actor, language: string | null | undefined, { kind, course, unit, ...by }: Entry): string {
  const details = { course, unit, by: by.by_first_name && `${by.by_first_name} ${by.by_last_name}` };
  const languages = [language, actor.person.language, actor.instance.language];
  return translate(describeActivity(kind, details), languages.find(isLanguage) ?? "en");
}
