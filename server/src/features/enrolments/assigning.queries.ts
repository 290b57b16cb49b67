import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { courseInScope } from "../../access/scope.ts";
import type { Pair } from "./enrolments.queries.ts";

type Assigning = Reach<"enrolment.manage">;

export function listCourses(reach: Assigning, ids: readonly number[]): Promise<{ id: number; title: string }[]> {
  return reach.db
    .selectFrom("courses as c")
    .where("c.instance_id", "=", reach.instanceId)
    .where((eb) => eb("c.id", "=", eb.fn.any(eb.val([...ids]))))
    .where("c.deleted_at", "is", null)
    .where(courseInScope(reach, "c.id"))
    .select(["c.id", "c.title"])
    .execute();
}

/** Finds which of these users are in which of these courses, with titles. */
export function listEnrolments(reach: Assigning, pairs: readonly Pair[]) {
  return reach.db
    .selectFrom("enrolments as e")
    .innerJoin("courses as c", (join) =>
      join.onRef("c.instance_id", "=", "e.instance_id").onRef("c.id", "=", "e.course_id"),
    )
    .where("e.instance_id", "=", reach.instanceId)
    .where(among("e", pairs))
    .select(["e.user_id", "e.course_id", "c.title"])
    .execute();
}

/** Removes a person's choice as the source of those of these enrolments that have another source. @returns these */
export async function removePersonSources(reach: Assigning, pairs: readonly Pair[]): Promise<Pair[]> {
  return reach.db
    .deleteFrom("enrolment_sources as x")
    .where("x.instance_id", "=", reach.instanceId)
    .where(among("x", pairs))
    .where("x.source", "=", "person")
    .where(
      sql<boolean>`EXISTS (SELECT FROM enrolment_sources o WHERE o.instance_id = x.instance_id AND o.user_id = x.user_id
        AND o.course_id = x.course_id AND o.source <> 'person')`,
    )
    .returning(["x.user_id", "x.course_id"])
    .execute();
}

/** Returns the latest archived enrolment of each pair: in the transaction that ended them, those it just ended. */
export async function listEndedIds(reach: Assigning, pairs: readonly Pair[]): Promise<number[]> {
  const rows = await reach.db
    .selectFrom("ended_enrolments as x")
    .where("x.instance_id", "=", reach.instanceId)
    .where(among("x", pairs))
    .groupBy(["x.user_id", "x.course_id"])
    .select((eb) => eb.fn.max("x.id").as("id"))
    .execute();
  return rows.map(({ id }) => id);
}

export type EndedEnrolmentRow = Awaited<ReturnType<typeof listEnded>>[number];

/** Lists a user's removed enrolments that can be restored, the latest first. */
export function listEnded(reach: Reach<"user.read">, userId: number) {
  return reach.db
    .selectFrom("ended_enrolments as x")
    .innerJoin("courses as c", (join) =>
      join.onRef("c.instance_id", "=", "x.instance_id").onRef("c.id", "=", "x.course_id"),
    )
    .where("x.instance_id", "=", reach.instanceId)
    .where("x.user_id", "=", userId)
    .where("c.deleted_at", "is", null)
    .select(["x.id", "x.course_id", "c.title as course_title", "x.ended_at"])
    .orderBy("x.id", "desc")
    .execute();
}

function among(table: "e" | "x", pairs: readonly Pair[]) {
  const users = pairs.map((pair) => pair.user_id);
  const courses = pairs.map((pair) => pair.course_id);
  return sql<boolean>`(${sql.ref(`${table}.user_id`)}, ${sql.ref(`${table}.course_id`)}) IN (SELECT * FROM unnest(${users}::integer[], ${courses}::integer[]))`;
}
