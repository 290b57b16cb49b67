import type { Message } from "../../i18n/message.ts";
import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { courseInScope } from "../../access/scope.ts";
import type { Db } from "../../db/client.ts";

type Authoring = Reach<"course.author">;

/** Lists the categories of a course in their order, each as the names from the top down to it. */
export async function listCategoryPaths(reach: Authoring, courseId: number): Promise<string[][]> {
  const { rows } = await sql<{ names: string[] }>`
    WITH RECURSIVE up (course_place, id, parent_id, name, depth) AS (
      SELECT cc.position, k.id, k.parent_id, k.name, 0
      FROM course_categories cc
      JOIN categories k ON k.instance_id = cc.instance_id AND k.id = cc.category_id AND k.deleted_at IS NULL
      WHERE cc.instance_id = ${reach.instanceId} AND cc.course_id = ${courseId}
      UNION ALL
      SELECT up.course_place, k.id, k.parent_id, k.name, up.depth + 1
      FROM up JOIN categories k ON k.instance_id = ${reach.instanceId} AND k.id = up.parent_id AND k.deleted_at IS NULL
      WHERE up.depth < 20
    )
    SELECT array_agg(name ORDER BY depth DESC) AS names FROM up GROUP BY course_place ORDER BY course_place`.execute(
    reach.db,
  );
  return rows.map(({ names }) => names);
}

/** Names a course; ids differ between instances. */
export interface CourseName {
  title: string;
  course_code: string | null;
}

/** Lists the prerequisites of a course in a fixed order. */
export function listPathNames(reach: Authoring, courseId: number): Promise<CourseName[]> {
  return reach.db
    .selectFrom("course_prerequisites as r")
    .innerJoin("courses as c", (join) =>
      join.onRef("c.instance_id", "=", "r.instance_id").onRef("c.id", "=", "r.prerequisite_id"),
    )
    .where("r.instance_id", "=", reach.instanceId)
    .where("r.course_id", "=", courseId)
    .where("c.deleted_at", "is", null)
    .orderBy(sql`c.title COLLATE "C"`)
    .orderBy(sql`c.course_code COLLATE "C"`)
    .orderBy("c.id")
    .select(["c.title", "c.course_code"])
    .execute();
}

/** Finds the courses of each of these names, in the order of the names; a name may have none or several. */
export async function findByNames(reach: Authoring, names: readonly CourseName[]): Promise<number[][]> {
  const { rows } = await sql<{ ids: number[] }>`
    SELECT coalesce(array_agg(c.id) FILTER (WHERE c.id IS NOT NULL), '{}') AS ids
    FROM jsonb_to_recordset(${JSON.stringify(names.map((name, place) => ({ ...name, place })))}::jsonb)
      AS n (place integer, title text, course_code text)
    LEFT JOIN courses c ON c.instance_id = ${reach.instanceId} AND c.title = n.title
      AND c.course_code IS NOT DISTINCT FROM n.course_code AND c.deleted_at IS NULL AND ${courseInScope(reach, "c.id")}
    GROUP BY n.place ORDER BY n.place`.execute(reach.db);
  return rows.map(({ ids }) => ids);
}

/** Finds the category of a name below a parent, or at the top; undefined when there is none. */
export async function findCategory(
  reach: Authoring,
  name: string,
  parentId: number | null,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM categories
    WHERE instance_id = ${reach.instanceId} AND coalesce(parent_id, 0) = ${parentId ?? 0} AND lower(name) = lower(${name})
      AND deleted_at IS NULL`.execute(reach.db);
  return rows[0]?.id;
}

export interface FileFacts {
  key: string;
  name: string;
  size: number;
}

export function listFiles(reach: Authoring, keys: string[]): Promise<FileFacts[]> {
  return reach.db
    .selectFrom("files")
    .where("instance_id", "=", reach.instanceId)
    .where((eb) => eb("key", "=", eb.fn.any(eb.val(keys))))
    .select(["key", "name", "size"])
    .execute();
}

export type ImportState = "waiting" | "working" | "done" | "failed";

export interface CourseImport {
  id: number;
  state: ImportState;
  stored: number;
  total: number;
  problems: Message[];
  course_id: number | null;
}

export async function insertImport(reach: Authoring, fileKey: string, branchIds: number[]): Promise<{ id: number }> {
  return reach.db
    .insertInto("course_imports")
    .values({ instance_id: reach.instanceId, user_id: reach.userId, file_key: fileKey, branch_ids: branchIds })
    .returning("id")
    .executeTakeFirstOrThrow();
}

/** Finds an import of the caller. */
export async function findImport(reach: Authoring, id: number) {
  return reach.db
    .selectFrom("course_imports as i")
    .where("i.instance_id", "=", reach.instanceId)
    .where("i.user_id", "=", reach.userId)
    .where("i.id", "=", id)
    .select(["i.id", "i.state", "i.stored", "i.total", "i.problems", "i.course_id"])
    .executeTakeFirst();
}

/** Finds what the job needs to know of an import that has not ended. The job has no reach. */
export function findUnfinished(db: Db, instanceId: number, id: number) {
  return db
    .selectFrom("course_imports as i")
    .innerJoin("files as f", (join) =>
      join.onRef("f.instance_id", "=", "i.instance_id").onRef("f.key", "=", "i.file_key"),
    )
    .where("i.instance_id", "=", instanceId)
    .where("i.id", "=", id)
    .where("i.state", "in", ["waiting", "working"])
    .select(["i.file_key", "i.branch_ids", "f.size"])
    .executeTakeFirst();
}

/** Lists the imports that have not ended. */
export async function listUnfinished(db: Db, instanceId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("course_imports")
    .where("instance_id", "=", instanceId)
    .where("state", "in", ["waiting", "working"])
    .select("id")
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Updates an import that has not ended. */
export async function updateImport(
  db: Db,
  instanceId: number,
  id: number,
  change: Partial<Omit<CourseImport, "id" | "problems">> & { problems?: Message[] },
): Promise<void> {
  const { problems, ...own } = change;
  await db
    .updateTable("course_imports")
    .set({ ...own, ...(problems && { problems: JSON.stringify(problems) }) })
    .where("instance_id", "=", instanceId)
    .where("id", "=", id)
    .where("state", "in", ["waiting", "working"])
    .execute();
}

/** Returns the address of the branch in which an import was started. */
export async function findBranchUrl(reach: Authoring, branchIds: number[]): Promise<string | null> {
  if (branchIds.length !== 1) return null;
  const row = await reach.db
    .selectFrom("branches")
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", branchIds[0]!)
    .select("url")
    .executeTakeFirst();
  return row?.url ?? null;
}
