import type { Actor } from "../../access/actor.ts";
import type { Db } from "../../db/client.ts";
import { NotFound } from "../../errors.ts";
import { isLanguage, messageOf } from "./activity-words.ts";
import * as queries from "./activity.queries.ts";

export { isOfReach } from "./activity.queries.ts";

/** What can happen to a person; the words are made when the log is read. */
export type ActivityKind =
  | "signed_in"
  | "enrolled"
  | "started"
  | "unit_completed"
  | "answered"
  | "submitted"
  | "accepted"
  | "returned"
  | "course_completed"
  | "started_again"
  | "certificate_issued"
  | "password_changed";

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

export interface ActivityOptions {
  page?: number | null | undefined;
  limit?: number | null | undefined;
  language?: string | null | undefined;
  branchUrl?: string | null | undefined;
}

/**
 * One page of what happened to somebody, the latest first, in the language of the reader.
 * @throws NotFound when the person is unknown or outside the reach
 */
export async function pageOfActivity(
  actor: Actor,
  userId: number,
  { page, limit, language, branchUrl }: ActivityOptions,
): Promise<ActivityPage> {
  const reach = await actor.reach("report.view", branchUrl);
  if (!(await queries.isOfReach(reach, userId))) throw new NotFound("User");
  const size = Math.min(Math.max(limit ?? PAGE, 1), LARGEST_PAGE);
  const total = await queries.countActivity(reach, userId);
  const lastPage = Math.max(1, Math.ceil(total / size));
  const currentPage = Math.min(Math.max(page ?? 1, 1), lastPage);
  const rows = await queries.listActivity(reach, userId, size, (currentPage - 1) * size);
  const words = [language, actor.person.language].find(isLanguage) ?? "en";
  return {
    data: rows.map(({ id, kind, created_at, course, unit, by_first_name, by_last_name }) => ({
      id,
      message: messageOf(words, kind, { course, unit, by: by_first_name && `${by_first_name} ${by_last_name}` }),
      created_at: created_at.toISOString(),
    })),
    paginatorInfo: { currentPage, lastPage, total },
  };
}
