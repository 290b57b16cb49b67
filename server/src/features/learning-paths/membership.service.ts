import { type RawBuilder, sql } from "kysely";
import type { Actor, Reach } from "../../access/actor.ts";
import {
  enrolPeople,
  type FollowingPaths,
  followPathDates,
  revive,
  withdraw,
} from "../enrolments/enrolments.service.ts";
import type { DueRule } from "../due-dates/due.service.ts";
import { notify } from "../notifications/notifications.service.ts";
import * as queries from "./membership.queries.ts";

/**
 * Assigns these users to the learning paths of the groups and branches that they are in by now, and ends what groups and
 * branches no longer give. Whatever changes who is in a group or branch calls it.
 */
export async function followPaths(actor: Actor, reach: FollowingPaths, meant: queries.Meant): Promise<void> {
  if (meant.userIds?.length === 0) return;
  await leave(reach, await queries.removeObsolete(reach, meant));
  await join(actor, reach, await queries.addMissing(reach, meant));
}

/** Does the same for everybody in a group or branch that was deleted. */
export async function followPathsOf(
  actor: Actor,
  reach: FollowingPaths,
  of: { groupId: number } | { branchId: number },
): Promise<void> {
  const pathIds = await queries.listPathsOf(reach, of);
  if (pathIds.length > 0) await followPaths(actor, reach, { pathIds });
}

/**
 * Does the same for everybody in a group or branch that was restored; assignments return with their dates, and enrolments that
 * ended with it with their progress.
 * @param deletedAt when it was deleted, as stored
 */
export async function followRestored(
  actor: Actor,
  reach: Reach<"deleted.restore">,
  of: { groupId: number } | { branchId: number },
  deletedAt: RawBuilder<Date>,
): Promise<void> {
  const pathIds = await queries.listPathsOf(reach, of);
  if (pathIds.length === 0) return;
  await leave(reach, await queries.removeObsolete(reach, { pathIds }));
  await join(actor, reach, await queries.restoreSources(reach, pathIds, []), async (pathId, userIds, courseIds) => {
    await revive(actor, reach, { kind: "path", pathId }, deletedAt, { userIds, courseIds });
    await followPathDates(reach, pathId, userIds, courseIds);
  });
}

/**
 * Assigns users to a path by their own or a person's choice.
 * @param due the rule for the due date; the path's own without
 * @returns how many were not assigned before
 */
export async function addToPath(
  actor: Actor,
  reach: FollowingPaths,
  pathId: number,
  userIds: readonly number[],
  source: "self" | "person",
  due: DueRule | null = null,
): Promise<number> {
  const added = await queries.addSources(reach, pathId, userIds, source, due);
  await join(actor, reach, added);
  return added.filter(({ is_new }) => is_new).length;
}

/** Ends the assignment of users by their own or a person's choice. */
export async function removeFromPath(reach: FollowingPaths, pathId: number, userIds: readonly number[]): Promise<void> {
  await leave(reach, await queries.removePersonSources(reach, pathId, userIds));
}

/** Enrols everybody who is assigned to a path in these of its courses, and stores who has completed it by now. */
export async function enrolInCourses(
  actor: Actor,
  reach: FollowingPaths,
  pathId: number,
  courseIds: readonly number[],
): Promise<void> {
  const [share] = await queries.listShares(reach, { pathIds: [pathId] });
  if (!share) return;
  await enrolPeople(actor, reach, share.user_ids, courseIds, { kind: "path", pathId });
  await queries.storeCompletions(reach, [pathId], null);
}

/** Enrols a restored user or course in what learning paths gave meanwhile. */
export async function rejoinPaths(
  actor: Actor,
  reach: Reach<"deleted.restore">,
  of: { userId: number } | { courseId: number },
): Promise<void> {
  if ("userId" in of) await followPaths(actor, reach, { userIds: [of.userId] });
  const shares = await queries.listShares(reach, "userId" in of ? { userIds: [of.userId] } : { courseId: of.courseId });
  for (const { path_id, user_ids, course_ids } of shares)
    await enrolPeople(actor, reach, user_ids, course_ids, { kind: "path", pathId: path_id });
}

/**
 * Makes a path that is being restored a reason for the enrolments of its people again; enrolments that ended with it
 * return with their progress. The path is still deleted.
 * @param deletedAt when it was deleted, as stored
 */
export async function revivePath(
  actor: Actor,
  reach: Reach<"deleted.restore">,
  pathId: number,
  deletedAt: RawBuilder<Date>,
): Promise<void> {
  const [share] = await queries.listShares(reach, { pathIds: [pathId] }, { isDeleted: true });
  if (!share) return;
  const { user_ids: userIds, course_ids: courseIds } = share;
  await revive(actor, reach, { kind: "path", pathId }, deletedAt, { userIds, courseIds });
}

/** Brings a path that was restored in line with what happened to its groups, branches and courses meanwhile. */
export async function catchUp(actor: Actor, reach: Reach<"deleted.restore">, pathId: number): Promise<void> {
  await followPaths(actor, reach, { pathIds: [pathId] });
  await queries.storeCompletions(reach, [pathId], null);
}

/**
 * Assigns a path again from which it was taken: to these users, and to the people of its groups and branches. Enrolments that
 * ended with an assignment return with their progress, and the assignment has its former reasons and dates.
 */
export async function rejoinPath(
  actor: Actor,
  reach: Reach<"deleted.restore">,
  pathId: number,
  userIds: readonly number[],
): Promise<void> {
  const former = await queries.listFormer(reach, pathId);
  const added = await queries.restoreSources(reach, [pathId], userIds);
  await join(actor, reach, added, async (_, newIds, courseIds) => {
    const theirs = former.filter(({ user_id }) => newIds.includes(user_id));
    for (const endedAt of new Set(theirs.map(({ ended_at }) => ended_at))) {
      const ofMoment = theirs.filter(({ ended_at }) => ended_at === endedAt).map(({ user_id }) => user_id);
      const share = { userIds: ofMoment, courseIds };
      await revive(actor, reach, { kind: "path", pathId }, sql<Date>`${endedAt}::timestamptz`, share);
    }
    await enrolPeople(actor, reach, newIds, courseIds, { kind: "path", pathId });
    await followPathDates(reach, pathId, newIds, courseIds);
  });
}

type Enrol = (pathId: number, userIds: number[], courseIds: number[]) => Promise<unknown>;

async function join(
  actor: Actor,
  reach: FollowingPaths,
  added: readonly queries.Added[],
  enrol: Enrol = (pathId, userIds, courseIds) =>
    enrolPeople(actor, reach, userIds, courseIds, { kind: "path", pathId }),
): Promise<void> {
  for (const [pathId, userIds] of byPath(added.filter(({ is_new }) => is_new))) {
    const [share] = await queries.listShares(reach, { pathIds: [pathId] });
    if (!share) continue;
    await enrol(pathId, userIds, share.course_ids);
    await queries.storeCompletions(reach, [pathId], userIds);
    const data = { path_id: pathId, course_title: share.title };
    await notify(
      actor,
      reach,
      "path_assigned",
      userIds.map((userId) => ({ userId, data })),
    );
  }
  for (const [pathId, userIds] of byPath(added.filter(({ is_new }) => !is_new))) {
    await queries.keepEarliest(reach, pathId, userIds);
    await followDates(reach, pathId, userIds);
  }
}

async function followDates(reach: FollowingPaths, pathId: number, userIds: readonly number[]): Promise<void> {
  const [share] = await queries.listShares(reach, { pathIds: [pathId] });
  if (share) await followPathDates(reach, pathId, userIds, share.course_ids);
}

async function leave(reach: FollowingPaths, gone: readonly (queries.PathUser & { is_last: boolean })[]): Promise<void> {
  for (const [pathId, userIds] of byPath(gone.filter(({ is_last }) => is_last)))
    await withdraw(reach, { pathId, userIds });
  for (const [pathId, userIds] of byPath(gone.filter(({ is_last }) => !is_last)))
    await followDates(reach, pathId, userIds);
}

function byPath(list: readonly queries.PathUser[]): Map<number, number[]> {
  const paths = new Map<number, number[]>();
  for (const { path_id, user_id } of list) {
    const of = paths.get(path_id);
    if (of) of.push(user_id);
    else paths.set(path_id, [user_id]);
  }
  return paths;
}
