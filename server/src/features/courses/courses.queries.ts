import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { courseInScope, rowIsOwn } from "../../access/scope.ts";
import { cacheQuery } from "../../db/cached-query.ts";
import type { DB } from "../../db/schema.ts";
import type { CategoryRef } from "./course-types.ts";
import { getLimit } from "../../db/page.ts";
import { selectRevocationDay } from "../certificates/revocation.service.ts";
import { selectDueStatus } from "../due-dates/due.service.ts";

type Reading = Reach<"learn"> | Reach<"course.author"> | Reach<"report.view">;

export interface ListOptions {
  search?: string | null | undefined;
  /** A column name, with '-' in front for descending. */
  sort?: string | null | undefined;
  limit?: number | null | undefined;
  offset?: number | null | undefined;
}

export interface AuthorListOptions extends ListOptions {
  /** Whether to leave out courses that the caller may only use. */
  editable?: boolean | null | undefined;
}

/** The sort orders of course lists; the newest are first by default. */
const SORTS = new Map(
  Object.entries({
    title: "c.title COLLATE people",
    status: "c.status",
    price: "c.price",
    updated: "c.updated_at",
    date: "c.created_at",
    learners: "learners",
  }),
);

/** Selects what lists show of a course, its categories in their order. */
function selectCourses(reach: Reading) {
  return reach.db
    .selectFrom("courses as c")
    .where("c.instance_id", "=", reach.instanceId)
    .where("c.deleted_at", "is", null)
    .where(courseInScope(reach, "c.id"))
    .select([
      "c.id",
      "c.title",
      "c.thumbnail_key",
      "c.price",
      "c.status",
      "c.hide_from_catalog",
      "c.created_at",
      "c.updated_at",
      selectCategories(reach.instanceId).as("categories"),
    ]);
}

/** Lists the catalogue: published courses that are not hidden, of the branch or the whole site (P69). */
export function listCatalogue(reach: Reach<"learn">, options: ListOptions) {
  return paged(
    selectCourses(reach).where("c.status", "=", "published").where("c.hide_from_catalog", "=", false),
    options,
  ).execute();
}

/** Lists every course that an author may see, including drafts and hidden courses. */
export function listForAuthors(reach: Reach<"course.author">, options: AuthorListOptions) {
  return paged(
    selectCourses(reach)
      .$if(options.editable ?? false, (query) => query.where(rowIsOwn(reach, "c.branch_id")))
      .select([
        countLearners(reach.instanceId).as("learners"),
        selectOwningBranch(reach.instanceId).as("owning_branch"),
        rowIsOwn(reach, "c.branch_id").as("may_edit"),
      ]),
    options,
  ).execute();
}

export async function countForAuthors(
  reach: Reach<"course.author">,
  { search, editable }: Pick<AuthorListOptions, "search" | "editable">,
): Promise<number> {
  const { total } = await searched(
    reach.db
      .selectFrom("courses as c")
      .where("c.instance_id", "=", reach.instanceId)
      .where("c.deleted_at", "is", null)
      .where(courseInScope(reach, "c.id"))
      .$if(editable ?? false, (query) => query.where(rowIsOwn(reach, "c.branch_id"))),
    search,
  )
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return total;
}

/**
 * Finds a course: for authors any in their reach; for others a published one in their reach or that they are enrolled
 * in. Undefined when there is none, or the caller may not see it.
 */
export async function findCourse(reach: Reading, id: number) {
  const isAuthor = reach.role === "super_admin" || reach.role === "admin" || reach.role === "instructor";
  const { instanceId, userId, branchIds } = reach;
  const given = { instanceId, userId, branchIds, id };
  const found = await selectCourse(
    reach.db,
    given,
    `${branchIds === null ? "whole" : "branches"} ${isAuthor ? "author" : "learner"}`,
  );
  return found[0];
}

interface OneCourse {
  instanceId: number;
  userId: number;
  branchIds: number[] | null;
  id: number;
}

const selectCourse = cacheQuery((db, given: OneCourse, variant: `${"whole" | "branches"} ${"author" | "learner"}`) =>
  db
    .selectFrom("courses as c")
    .leftJoin("course_progress as p", (join) =>
      join
        .onRef("p.instance_id", "=", "c.instance_id")
        .onRef("p.course_id", "=", "c.id")
        .on("p.user_id", "=", given.userId),
    )
    .where("c.instance_id", "=", given.instanceId)
    .where("c.id", "=", given.id)
    .where("c.deleted_at", "is", null)
    .$if(variant.startsWith("branches"), (query) =>
      query.where((eb) => eb.or([courseInScope(given, "c.id"), eb("p.user_id", "is not", null)])),
    )
    .$if(variant.endsWith("learner"), (query) => query.where("c.status", "=", "published"))
    .selectAll("c")
    .select([
      "p.user_id as enrolled_user_id",
      "p.progress",
      "p.units_completed",
      "p.is_complete",
      "p.completed_at",
      "p.due_on",
      selectDueStatus("p", given.instanceId).as("due_status"),
      "p.time_spent",
      "p.started_at",
      "p.attempt",
      "p.last_unit_id",
      selectCategories(given.instanceId).as("categories"),
      selectOwningBranch(given.instanceId).as("owning_branch"),
      selectPrerequisites(given).as("prerequisites"),
      selectLearningPath(given.instanceId).as("learning_path"),
      selectRevocationDay(given, sql`c.id`, sql`(p.completed_at AT TIME ZONE i.time_zone)::date`).as("revoked_on"),
    ]),
);

/** Selects the ids of all prerequisite courses, for authors. */
const selectLearningPath = (instanceId: number) => sql<number[]>`ARRAY (
  SELECT before.id FROM course_prerequisites r
  JOIN courses before ON before.instance_id = r.instance_id AND before.id = r.prerequisite_id AND before.deleted_at IS NULL
  WHERE r.instance_id = ${instanceId} AND r.course_id = c.id ORDER BY before.id)`;

/**
 * Selects the prerequisite courses that are published, and whether the user has completed them in any attempt. Nobody can
 * take the others, so they close nothing (ADR 221).
 */
function selectPrerequisites({
  instanceId,
  userId,
}: {
  instanceId: number;
  userId: number;
}): RawBuilder<{ id: number; title: string; is_complete: boolean }[]> {
  return sql`coalesce((
    SELECT json_agg(json_build_object('id', before.id, 'title', before.title,
      'is_complete', coalesce(done.completed_at, done.completed_before) IS NOT NULL) ORDER BY before.id)
    FROM course_prerequisites r
    JOIN courses before ON before.instance_id = r.instance_id AND before.id = r.prerequisite_id AND before.deleted_at IS NULL
      AND before.status = 'published'
    LEFT JOIN enrolments done
      ON done.instance_id = r.instance_id AND done.course_id = r.prerequisite_id AND done.user_id = ${userId}
    WHERE r.instance_id = ${instanceId} AND r.course_id = c.id), '[]')`;
}

export type ScormPackage = NonNullable<Awaited<ReturnType<typeof findScormPackage>>>;

/** Finds a package with its SCOs (or AUs) in their order. */
export function findScormPackage(reach: Reading, id: number) {
  return reach.db
    .selectFrom("scorm_packages as p")
    .where("p.instance_id", "=", reach.instanceId)
    .where("p.id", "=", id)
    .select([
      "p.id",
      "p.title",
      "p.kind",
      "p.version",
      "p.state",
      "p.files",
      "p.files_done",
      "p.entry_url",
      "p.uuid",
      sql<{ id: number; title: string | null; uuid: string; entry_url: string | null }[]>`coalesce((
        SELECT json_agg(json_build_object('id', s.id, 'title', s.title, 'uuid', s.uuid, 'entry_url', s.entry_url) ORDER BY s.position)
        FROM scorm_scos s WHERE s.instance_id = ${reach.instanceId} AND s.package_id = p.id), '[]')`.as("scos"),
    ])
    .executeTakeFirst();
}

export function listResources({ db, instanceId }: Reading, courseId: number) {
  return selectResources(db, { instanceId, courseId });
}

const selectResources = cacheQuery((db, { instanceId, courseId }: { instanceId: number; courseId: number }) =>
  db
    .selectFrom("course_resources as r")
    .innerJoin("files as f", (join) =>
      join.onRef("f.instance_id", "=", "r.instance_id").onRef("f.key", "=", "r.file_key"),
    )
    .leftJoin("resource_categories as k", (join) =>
      join.onRef("k.instance_id", "=", "r.instance_id").onRef("k.id", "=", "r.category_id"),
    )
    .leftJoin("document_views as v", (join) =>
      join.onRef("v.instance_id", "=", "r.instance_id").onRef("v.file_key", "=", "r.file_key"),
    )
    .where("r.instance_id", "=", instanceId)
    .where("r.course_id", "=", courseId)
    .select([
      "r.id",
      "r.name",
      "r.file_key",
      "r.is_downloadable",
      "f.type",
      "v.pdf_key",
      "k.id as category_id",
      "k.name as category_name",
    ])
    .orderBy("r.position"),
);

/** Lists the categories of these courses by course, for lists of other features. */
export async function listCategories(
  { db, instanceId }: Reach,
  courseIds: number[],
): Promise<Map<number, CategoryRef[]>> {
  const rows = await selectCategoryRows(db, { instanceId, courseIds });
  return new Map(rows.map(({ id, categories }) => [id, categories]));
}

const selectCategoryRows = cacheQuery((db, { instanceId, courseIds }: { instanceId: number; courseIds: number[] }) =>
  db
    .selectFrom("courses as c")
    .where("c.instance_id", "=", instanceId)
    .where(sql<boolean>`c.id = ANY (${courseIds})`)
    .select(["c.id", selectCategories(instanceId).as("categories")]),
);

export function listResourceCategories(reach: Reach<"course.author">) {
  return reach.db
    .selectFrom("resource_categories")
    .where("instance_id", "=", reach.instanceId)
    .select(["id", "name"])
    .orderBy("name")
    .execute();
}

/** Adds a category, or finds the one with the same name in any case. */
export function ensureResourceCategory(reach: Reach<"resource_category.create">, name: string) {
  return reach.db
    .insertInto("resource_categories")
    .values({ instance_id: reach.instanceId, name })
    .onConflict((conflict) =>
      conflict.expression(sql`instance_id, lower(name)`).doUpdateSet({ name: sql`resource_categories.name` }),
    )
    .returning(["id", "name"])
    .executeTakeFirstOrThrow();
}

export async function listCertificateTypes(reach: Reach<"course.author">): Promise<string[]> {
  const rows = await reach.db
    .selectFrom("certificate_types")
    .select("name")
    .orderBy(sql`name <> 'Default'`)
    .orderBy("name")
    .execute();
  return rows.map((row) => row.name);
}

function selectCategories(instanceId: number) {
  return sql<CategoryRef[]>`coalesce((
    SELECT json_agg(json_build_object('id', k.id, 'name', k.name, 'parent_id', k.parent_id, 'image_key', k.image_key,
      'parent', CASE WHEN parent.id IS NULL THEN NULL ELSE json_build_object('id', parent.id, 'name', parent.name, 'parent_id', parent.parent_id, 'image_key', parent.image_key) END)
      ORDER BY cc.position)
    FROM course_categories cc
    JOIN categories k ON k.instance_id = cc.instance_id AND k.id = cc.category_id AND k.deleted_at IS NULL
    LEFT JOIN categories parent ON parent.instance_id = k.instance_id AND parent.id = k.parent_id AND parent.deleted_at IS NULL
    WHERE cc.instance_id = ${instanceId} AND cc.course_id = c.id), '[]')`;
}

/** Selects the name of the branch that owns a course; null for the main site. */
function selectOwningBranch(instanceId: number) {
  return sql<string | null>`(SELECT b.name FROM branches b WHERE b.instance_id = ${instanceId} AND b.id = c.branch_id)`;
}

function countLearners(instanceId: number) {
  return sql<number>`(SELECT count(*) FROM enrolments e WHERE e.instance_id = ${instanceId} AND e.course_id = c.id)`;
}

type Courses<O> = SelectQueryBuilder<DB & { c: DB["courses"] }, "c", O>;

function searched<O>(query: Courses<O>, search?: string | null): Courses<O> {
  const text = search?.trim();
  return text ? query.where("c.title", "ilike", `%${text.replace(/[\\%_]/g, "\\$&")}%`) : query;
}

function paged<O>(query: Courses<O>, { search, sort, limit, offset }: ListOptions): Courses<O> {
  const descending = sort?.startsWith("-") ?? false;
  const column = SORTS.get(sort?.replace(/^-/, "") ?? "");
  const ordered = column
    ? searched(query, search).orderBy(sql.raw(column), descending ? "desc" : "asc")
    : searched(query, search).orderBy("c.created_at", "desc");
  return ordered
    .orderBy("c.id", "desc")
    .limit(getLimit({ limit }))
    .offset(Math.max(offset ?? 0, 0));
}
