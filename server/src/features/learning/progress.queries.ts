import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { courseInScope, userInScope } from "../../access/scope.ts";
import { cacheQuery } from "../../db/cached-query.ts";
import { selectDueStatus } from "../due-dates/due.service.ts";

/** Whose courses: the caller's own, or another user's with the right to read users. */
type ReadingProgress = Reach<"learn"> | Reach<"user.read">;

/** Courses of these categories, enrolled on these days (yyyy-mm-dd) in this time zone; null for all. */
export interface ChosenCourses {
  /** Also the courses that are drafts now, which reports count. */
  withDrafts: boolean;
  categories: readonly number[] | null;
  from: string | null;
  to: string | null;
  zone: string;
}

/** Lists a user's courses with progress, the latest enrolment first; published ones alone unless others are chosen. */
export function listCoursesWithProgress(
  { db, instanceId }: ReadingProgress,
  userId: number,
  chosen: ChosenCourses | null = null,
) {
  const { withDrafts = false, categories = null, from = null, to = null, zone = "" } = chosen ?? {};
  const limits = [
    withDrafts ? "" : "published",
    from === null ? "" : "from",
    to === null ? "" : "to",
    categories === null ? "" : "categories",
  ];
  return selectCourses(db, { instanceId, userId, categories, from, to, zone }, limits.join(" "));
}

interface CoursesOfUser extends Omit<ChosenCourses, "withDrafts"> {
  instanceId: number;
  userId: number;
}

const selectCourses = cacheQuery(
  (db, { instanceId, userId, categories, from, to, zone }: CoursesOfUser, limits: string) => {
    const isLimited = (by: string) => limits.split(" ").includes(by);
    return db
      .selectFrom("course_progress as p")
      .innerJoin("courses as c", (join) =>
        join.onRef("c.instance_id", "=", "p.instance_id").onRef("c.id", "=", "p.course_id"),
      )
      .where("p.instance_id", "=", instanceId)
      .where("p.user_id", "=", userId)
      .$if(isLimited("published"), (query) => query.where("c.status", "=", "published"))
      .$if(isLimited("from"), (query) =>
        query.where("p.assigned_at", ">=", sql<Date>`${from}::date::timestamp AT TIME ZONE ${zone}`),
      )
      .$if(isLimited("to"), (query) =>
        query.where("p.assigned_at", "<", sql<Date>`(${to}::date + 1)::timestamp AT TIME ZONE ${zone}`),
      )
      .$if(isLimited("categories"), (query) =>
        query.where(
          sql<boolean>`c.id = ANY (ARRAY(SELECT k.course_id FROM course_categories k
            WHERE k.instance_id = ${instanceId} AND k.category_id = ANY (${categories}::integer[])))`,
        ),
      )
      .select([
        "c.id",
        "c.title",
        "c.thumbnail_key",
        "c.certificate_type",
        "p.progress",
        "p.status",
        "p.is_complete",
        "p.completed_at",
        "p.units_completed",
        "p.total_units",
        "p.time_spent",
        "p.assigned_at",
        "p.due_on",
        selectDueStatus("p", instanceId).as("due_status"),
      ])
      .orderBy("p.assigned_at", "desc")
      .orderBy("c.id", "desc");
  },
);

/** Lists published courses of the catalog in which a user is not enrolled, the newest first. */
export function listUnenrolled({ db, instanceId, branchIds }: ReadingProgress, userId: number, limit: number | null) {
  const given = { instanceId, branchIds, userId, limit: limit === null ? null : Math.max(0, limit) };
  return selectUnenrolled(db, given, branchIds === null ? "whole" : "branches");
}

interface Unenrolled {
  instanceId: number;
  branchIds: number[] | null;
  userId: number;
  /** Null for all. */
  limit: number | null;
}

const selectUnenrolled = cacheQuery(
  (db, { instanceId, branchIds, userId, limit }: Unenrolled, scope: "whole" | "branches") =>
    db
      .selectFrom("courses as c")
      .where("c.instance_id", "=", instanceId)
      .where("c.deleted_at", "is", null)
      .where("c.status", "=", "published")
      .where("c.hide_from_catalog", "=", false)
      .$if(scope === "branches", (query) => query.where(courseInScope({ instanceId, branchIds }, "c.id")))
      .where(
        sql<boolean>`NOT EXISTS (SELECT FROM enrolments e WHERE e.instance_id = ${instanceId} AND e.course_id = c.id AND e.user_id = ${userId})`,
      )
      .select(["c.id", "c.title", "c.thumbnail_key"])
      .orderBy("c.created_at", "desc")
      .orderBy("c.id", "desc")
      .limit(limit),
);

/** Lists every unit of these courses with a user's state in it. */
export function listUnitStates(reach: ReadingProgress, userId: number, courseIds: number[]) {
  return reach.db
    .selectFrom("units as u")
    .leftJoin("unit_progress as p", (join) =>
      join.onRef("p.instance_id", "=", "u.instance_id").onRef("p.unit_id", "=", "u.id").on("p.user_id", "=", userId),
    )
    .where("u.instance_id", "=", reach.instanceId)
    .where((eb) => eb("u.course_id", "=", eb.fn.any(eb.val(courseIds))))
    .where("u.deleted_at", "is", null)
    .select([
      "u.id",
      "u.course_id",
      "u.type",
      "u.title",
      sql<number>`coalesce(p.time_spent, 0)`.as("time_spent"),
      sql<boolean>`p.completed_at IS NOT NULL`.as("is_complete"),
    ])
    .orderBy("u.unit_order")
    .execute();
}

/** Tells whether a user exists within the reach. */
export async function personExists(reach: ReadingProgress, userId: number): Promise<boolean> {
  const found = await reach.db
    .selectFrom("users as u")
    .where("u.instance_id", "=", reach.instanceId)
    .where("u.id", "=", userId)
    .where("u.deleted_at", "is", null)
    .where(userInScope(reach, "u.id"))
    .select("u.id")
    .executeTakeFirst();
  return found !== undefined;
}
