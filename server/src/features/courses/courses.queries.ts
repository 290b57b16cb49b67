import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { courseInScope, courseIsOwn } from "../../access/scope.ts";
import { builtOnce } from "../../db/built-once.ts";
import type { DB } from "../../db/schema.ts";
import type { CategoryRef } from "./course-types.ts";
import { limitOf } from "../../db/page.ts";

type Reading = Reach<"learn"> | Reach<"course.author"> | Reach<"report.view">;

export interface ListOptions {
  search?: string | null | undefined;
  /** A column name, with '-' in front for descending. */
  sort?: string | null | undefined;
  limit?: number | null | undefined;
  offset?: number | null | undefined;
}

/** Sort orders of the course lists; the newest come first unless another is asked for. */
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

/** What the lists show of a course, its categories in their order. */
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
      categoriesOf(reach.instanceId).as("categories"),
    ]);
}

/** The catalogue: published, not hidden, of the branch or the whole site (decision 69). */
export function listCatalogue(reach: Reach<"learn">, options: ListOptions) {
  return paged(
    selectCourses(reach).where("c.status", "=", "published").where("c.hide_from_catalog", "=", false),
    options,
  ).execute();
}

/** Every course an author may see, drafts and hidden ones too. */
export function listForAuthors(reach: Reach<"course.author">, options: ListOptions) {
  return paged(
    selectCourses(reach).select([
      learnersOf(reach.instanceId).as("learners"),
      owningBranchOf(reach.instanceId).as("owning_branch"),
      courseIsOwn(reach, "c.branch_id").as("may_edit"),
    ]),
    options,
  ).execute();
}

export async function countForAuthors(reach: Reach<"course.author">, search?: string | null): Promise<number> {
  const { total } = await searched(
    reach.db
      .selectFrom("courses as c")
      .where("c.instance_id", "=", reach.instanceId)
      .where("c.deleted_at", "is", null)
      .where(courseInScope(reach, "c.id")),
    search,
  )
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return total;
}

/**
 * One course. For authors any of their reach; for everybody else a published one that is in their reach or that they are
 * enrolled in. Undefined when there is none, and when it is not theirs to know of.
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

const selectCourse = builtOnce((db, given: OneCourse, variant: `${"whole" | "branches"} ${"author" | "learner"}`) =>
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
      "p.time_spent",
      "p.started_at",
      "p.attempt",
      "p.last_unit_id",
      categoriesOf(given.instanceId).as("categories"),
      owningBranchOf(given.instanceId).as("owning_branch"),
      prerequisitesOf(given).as("prerequisites"),
    ]),
);

/**
 * The units of a course in their order with how far the person is in each, and with their questions, the key included: never
 * handed to a learner as they are. With `drawn`, the questions that the person drew from the bank come after a unit's own.
 */
export function listUnits({ db, instanceId, userId }: Reading, courseId: number, { drawn }: { drawn: boolean }) {
  return selectUnits(db, { instanceId, userId, courseId, drawn });
}

const selectUnits = builtOnce((db, given: { instanceId: number; userId: number; courseId: number; drawn: boolean }) =>
  db
    .selectFrom("units as u")
    .leftJoin("unit_progress as p", (join) =>
      join
        .onRef("p.instance_id", "=", "u.instance_id")
        .onRef("p.unit_id", "=", "u.id")
        .on("p.user_id", "=", given.userId),
    )
    .leftJoin("files as f", (join) =>
      join.onRef("f.instance_id", "=", "u.instance_id").onRef("f.key", "=", "u.file_key"),
    )
    .leftJoin("document_views as v", (join) =>
      join.onRef("v.instance_id", "=", "u.instance_id").onRef("v.file_key", "=", "u.file_key"),
    )
    .leftJoin("unit_draws as d", (join) =>
      join
        .onRef("d.instance_id", "=", "u.instance_id")
        .onRef("d.unit_id", "=", "u.id")
        .on("d.user_id", "=", given.userId),
    )
    .where("u.instance_id", "=", given.instanceId)
    .where("u.course_id", "=", given.courseId)
    .where("u.deleted_at", "is", null)
    .select([
      sql<boolean>`p.completed_at IS NOT NULL`.as("is_complete"),
      sql<number>`coalesce(p.time_spent, 0)`.as("time_spent"),
      "u.id",
      "u.course_id",
      "u.type",
      "u.unit_order",
      "u.title",
      "u.content",
      "u.content_images",
      "u.completion_option",
      "u.time_limit",
      "u.file_key",
      "f.name as file_name",
      "f.type as file_type",
      "u.youtube_link",
      "u.url",
      "u.scorm_id",
      "v.pdf_key",
      captionsOf(given.instanceId).as("captions"),
      sql<{ category: string; count: number | null }[]>`u.draws`.as("draws"),
      sql<boolean>`u.draws <> '[]' AND d.unit_id IS NULL`.as("waits_for_draw"),
      sql<QuestionRow[]>`coalesce((
        SELECT json_agg(json_build_object('id', q.id, 'type', q.type, 'question', q.question, 'options', q.options, 'pairs', q.pairs,
          'rules', q.rules, 'required_points', q.required_points, 'unit_order', q.position)
          ORDER BY array_position(d.question_ids, q.id) NULLS FIRST, q.position, q.id)
        FROM questions q
        WHERE q.instance_id = ${given.instanceId} AND q.unit_id = u.id AND q.deleted_at IS NULL
          AND (q.bank_id IS NULL OR (${given.drawn} AND q.id = ANY (d.question_ids) AND u.draws <> '[]'))), '[]')`.as(
        "questions",
      ),
    ])
    .orderBy("u.unit_order")
    .orderBy("u.id"),
);

export interface QuestionRow {
  id: number;
  type: "Multiple Choice" | "Fill the Gaps" | "Ordering" | "Match the Pairs" | "Free Text";
  question: string;
  options: { text: string; checked: boolean }[];
  pairs: { left: string; right: string }[];
  rules: { condition: "contains" | "does not contain"; word: string; points: number }[];
  required_points: number;
  /** The position within its unit, from 1. */
  unit_order: number;
}

/** The captions of a film with the names that their files came with. */
function captionsOf(instanceId: number) {
  return sql<
    { language: string; file_key: string; file_name: string }[]
  >`CASE WHEN u.captions = '[]' THEN '[]' ELSE coalesce((
    SELECT json_agg(json_build_object('language', d.language, 'file_key', d.file_key, 'file_name', f.name))
    FROM jsonb_to_recordset(u.captions) AS d (language text, file_key text)
    JOIN files f ON f.instance_id = ${instanceId} AND f.key = d.file_key), '[]') END`;
}

/** The prerequisite courses with whether this person has completed them, in whatever attempt. */
function prerequisitesOf({
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
    LEFT JOIN enrolments done
      ON done.instance_id = r.instance_id AND done.course_id = r.prerequisite_id AND done.user_id = ${userId}
    WHERE r.instance_id = ${instanceId} AND r.course_id = c.id), '[]')`;
}

export type ScormPackage = NonNullable<Awaited<ReturnType<typeof findScormPackage>>>;

/** A package with its SCOs (or AUs) in their order. */
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

export function listResources(reach: Reading, courseId: number) {
  return reach.db
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
    .where("r.instance_id", "=", reach.instanceId)
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
    .orderBy("r.position")
    .execute();
}

/** The categories of these courses, by course, for lists that other features make. */
export async function listCategoriesOf(reach: Reach, courseIds: number[]): Promise<Map<number, CategoryRef[]>> {
  const rows = await reach.db
    .selectFrom("courses as c")
    .where("c.instance_id", "=", reach.instanceId)
    .where((eb) => eb("c.id", "=", eb.fn.any(eb.val(courseIds))))
    .select(["c.id", categoriesOf(reach.instanceId).as("categories")])
    .execute();
  return new Map(rows.map(({ id, categories }) => [id, categories]));
}

export function listResourceCategories(reach: Reach<"course.author">) {
  return reach.db
    .selectFrom("resource_categories")
    .where("instance_id", "=", reach.instanceId)
    .select(["id", "name"])
    .orderBy("name")
    .execute();
}

/** Adds one, or finds the one of the same name in any writing. */
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

function categoriesOf(instanceId: number) {
  return sql<CategoryRef[]>`coalesce((
    SELECT json_agg(json_build_object('id', k.id, 'name', k.name, 'parent_id', k.parent_id, 'image_key', k.image_key,
      'parent', CASE WHEN parent.id IS NULL THEN NULL ELSE json_build_object('id', parent.id, 'name', parent.name, 'parent_id', parent.parent_id, 'image_key', parent.image_key) END)
      ORDER BY cc.position)
    FROM course_categories cc
    JOIN categories k ON k.instance_id = cc.instance_id AND k.id = cc.category_id AND k.deleted_at IS NULL
    LEFT JOIN categories parent ON parent.instance_id = k.instance_id AND parent.id = k.parent_id AND parent.deleted_at IS NULL
    WHERE cc.instance_id = ${instanceId} AND cc.course_id = c.id), '[]')`;
}

/** The name of the branch that owns a course; null for the main site. */
function owningBranchOf(instanceId: number) {
  return sql<string | null>`(SELECT b.name FROM branches b WHERE b.instance_id = ${instanceId} AND b.id = c.branch_id)`;
}

function learnersOf(instanceId: number) {
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
    .limit(limitOf({ limit }))
    .offset(Math.max(offset ?? 0, 0));
}
