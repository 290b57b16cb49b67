import type { Actor, Reach } from "../../access/actor.ts";
import type { Db } from "../../db/client.ts";
import { dayOf } from "../../db/day.ts";
import { Invalid, NotFound } from "../../errors.ts";
import { isLanguage, messageOf } from "./activity-words.ts";
import * as queries from "./activity.queries.ts";

export { isOfReach } from "./activity.queries.ts";

/** What can happen to a person; the words are made when the log is read. */
const KINDS = [
  "signed_in",
  "enrolled",
  "started",
  "unit_completed",
  "answered",
  "submitted",
  "accepted",
  "returned",
  "course_completed",
  "started_again",
  "certificate_issued",
  "password_changed",
] as const;
export type ActivityKind = (typeof KINDS)[number];

export interface ActivityEntry {
  /** Whom it happened to. */
  userId: number;
  kind: ActivityKind;
  courseId?: number;
  unitId?: number;
}

/** Writes one line of the activity log in the transaction of what it tells of; `by` is a reach, or the sign-in itself. */
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

const PAGE = 10;
const LARGEST_PAGE = 500;

export interface ActivityPage {
  data: { id: number; message: string; created_at: string }[];
  paginatorInfo: { currentPage: number; lastPage: number; total: number };
}

/** Days by the clock of the instance, yyyy-mm-dd. */
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
 * One page of what happened to somebody, the latest first, in the language of the reader.
 * @throws NotFound when the person is unknown or outside the reach; Invalid for a day or a kind that is none
 */
export async function pageOfActivity(
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
      message: told(actor, language, entry),
      created_at: created_at.toISOString(),
    })),
    paginatorInfo: { currentPage, lastPage, total },
  };
}

/** All that happened to somebody of the reach, some hundreds at a time, the latest first. @throws Invalid */
export async function* activityOf(
  actor: Actor,
  reach: Reach<"report.view">,
  userId: number,
  { language, ...filter }: ActivityFilter & { language?: string | null | undefined },
): AsyncGenerator<{ message: string; at: Date }[]> {
  const chosen = checked(actor, filter);
  for (let before: number | null = null; ;) {
    const rows = await queries.listActivity(reach, userId, chosen, { limit: LARGEST_PAGE, before });
    if (rows.length === 0) return;
    yield rows.map(({ created_at, ...entry }) => ({ message: told(actor, language, entry), at: created_at }));
    before = rows.at(-1)!.id;
  }
}

/** How much that is. */
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
    throw new Invalid({ kind: [`The kinds are: ${KINDS.join(", ")}.`] });
  return { from: dayOf(from, "from"), to: dayOf(to, "to"), kind: kind || null, zone: actor.instance.timeZone };
}

type Entry = Pick<
  Awaited<ReturnType<typeof queries.listActivity>>[number],
  "kind" | "course" | "unit" | "by_first_name" | "by_last_name"
>;

function told(actor: Actor, language: string | null | undefined, { kind, course, unit, ...by }: Entry): string {
  const words = [language, actor.person.language].find(isLanguage) ?? "en";
  return messageOf(words, kind, { course, unit, by: by.by_first_name && `${by.by_first_name} ${by.by_last_name}` });
}
