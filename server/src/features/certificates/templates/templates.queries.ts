import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../../access/actor.ts";
import { toLikePattern } from "../../../db/like.ts";
import { limitAndOffset, orderBy, type PageOptions } from "../../../db/page.ts";
import type { Design } from "./design.ts";

type Managing = Reach<"certificate_template.manage">;

export interface TemplateRow {
  id: number;
  name: string;
  version: number;
  updated_at: Date;
  /** How many courses use it. */
  courses: number;
  /** How many learning paths use it. */
  paths: number;
  /** How many certificates were issued with any of its versions. */
  issued: number;
}

export interface VersionRow {
  version: number;
  created_at: Date;
  created_by: string | null;
  issued: number;
}

const SORTS = {
  name: ["t.name COLLATE people"],
  courses: ["courses"],
  paths: ["paths"],
  issued: ["issued"],
  changed: ["t.updated_at"],
};

const COLUMNS = sql`t.id, t.name, t.version, t.updated_at,
  (SELECT count(*) FROM courses c WHERE c.instance_id = t.instance_id AND c.certificate_template_id = t.id AND c.deleted_at IS NULL) AS courses,
  (SELECT count(*) FROM learning_paths l WHERE l.instance_id = t.instance_id AND l.certificate_template_id = t.id
    AND l.certificate_months IS NOT NULL AND l.deleted_at IS NULL) AS paths,
  (SELECT count(*) FROM certificate_template_versions v
    JOIN certificates k ON k.instance_id = v.instance_id AND k.template_version_id = v.id
    WHERE v.instance_id = t.instance_id AND v.template_id = t.id) AS issued`;

const isListed = ({ instanceId }: Managing, search: PageOptions["search"]): RawBuilder<boolean> => {
  const pattern = toLikePattern(search);
  const isOfInstance = sql<boolean>`(t.instance_id = ${instanceId} AND t.deleted_at IS NULL)`;
  return pattern === null ? isOfInstance : sql`(${isOfInstance} AND t.name ILIKE ${pattern})`;
};

export async function listTemplates(reach: Managing, options: PageOptions): Promise<TemplateRow[]> {
  const { rows } = await sql<TemplateRow>`
    SELECT ${COLUMNS} FROM certificate_templates t WHERE ${isListed(reach, options.search)}
    ORDER BY ${orderBy(options, SORTS, "t.id")} ${limitAndOffset(options)}`.execute(reach.db);
  return rows;
}

export async function countTemplates(reach: Managing, search: PageOptions["search"]): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM certificate_templates t WHERE ${isListed(reach, search)}`.execute(reach.db);
  return rows[0]!.total;
}

const LOCK = sql`FOR NO KEY UPDATE`;
const NO_LOCK = sql``;

/** Finds a template, and locks it for a change. */
export async function findTemplate(
  reach: Managing,
  id: number,
  { lock = false } = {},
): Promise<TemplateRow | undefined> {
  const { rows } = await sql<TemplateRow>`
    SELECT ${COLUMNS} FROM certificate_templates t
    WHERE t.instance_id = ${reach.instanceId} AND t.deleted_at IS NULL AND t.id = ${id}
    ${lock ? LOCK : NO_LOCK}`.execute(reach.db);
  return rows[0];
}

export async function findDesign(reach: Managing, id: number, version: number): Promise<Design | undefined> {
  const found = await reach.db
    .selectFrom("certificate_template_versions")
    .where("instance_id", "=", reach.instanceId)
    .where("template_id", "=", id)
    .where("version", "=", version)
    .select("design")
    .executeTakeFirst();
  return found?.design as unknown as Design | undefined;
}

/** Lists the latest versions of a template, the newest first. */
export async function listVersions(reach: Managing, id: number, most: number): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    SELECT v.version, v.created_at, u.first_name || ' ' || u.last_name AS created_by,
      (SELECT count(*) FROM certificates k WHERE k.instance_id = v.instance_id AND k.template_version_id = v.id) AS issued
    FROM certificate_template_versions v
    LEFT JOIN users u ON u.instance_id = v.instance_id AND u.id = v.created_by
    WHERE v.instance_id = ${reach.instanceId} AND v.template_id = ${id}
    ORDER BY v.version DESC LIMIT ${most}`.execute(reach.db);
  return rows;
}

/** Tells whether another template of the instance has a name. */
export async function nameIsTaken(reach: Managing, name: string, id: number | null): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    SELECT EXISTS (SELECT FROM certificate_templates t WHERE t.instance_id = ${reach.instanceId} AND t.deleted_at IS NULL
      AND lower(t.name) = lower(${name}) AND t.id IS DISTINCT FROM ${id}) AS taken`.execute(reach.db);
  return rows[0]!.taken;
}

export async function insertTemplate(reach: Managing, name: string): Promise<number> {
  const { id } = await reach.db
    .insertInto("certificate_templates")
    .values({ instance_id: reach.instanceId, name })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function insertVersion(
  reach: Managing,
  version: { template_id: number; version: number; design: Design; picture_keys: string[] },
): Promise<void> {
  await reach.db
    .insertInto("certificate_template_versions")
    .values({
      ...version,
      design: JSON.stringify(version.design),
      instance_id: reach.instanceId,
      created_by: reach.userId,
    })
    .execute();
}

export async function updateTemplate(
  reach: Managing,
  id: number,
  change: { name: string; version: number } | { deleted_at: Date },
): Promise<void> {
  await reach.db
    .updateTable("certificate_templates")
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where("instance_id", "=", reach.instanceId)
    .where("id", "=", id)
    .execute();
}

/** Lists the templates that a course or learning path can use, by name. */
export function listChoices(reach: Reach<"course.author">): Promise<{ id: number; name: string }[]> {
  return reach.db
    .selectFrom("certificate_templates")
    .where("instance_id", "=", reach.instanceId)
    .where("deleted_at", "is", null)
    .select(["id", "name"])
    .orderBy(sql`name COLLATE people`)
    .orderBy("id")
    .limit(500)
    .execute();
}

/** Tells whether a course may use a template: one that is not deleted, or the one that it uses already. */
export async function mayUse(
  reach: Reach<"course.author"> | Reach<"learning_path.manage">,
  templateId: number,
  courseId: number | null,
): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    SELECT EXISTS (SELECT FROM certificate_templates t WHERE t.instance_id = ${reach.instanceId} AND t.id = ${templateId}
      AND (t.deleted_at IS NULL OR EXISTS (SELECT FROM courses c WHERE c.instance_id = t.instance_id AND c.id = ${courseId}
        AND c.certificate_template_id = t.id))) AS may`.execute(reach.db);
  return rows[0]!.may;
}

export interface SampleValues {
  heading: string;
  statement: string;
  instance_name: string;
  logo_key: string | null;
  primary_color: string | null;
  secondary_color: string | null;
}

/** Reads what a certificate of the caller would be drawn from today. */
export async function findSampleValues(reach: Managing): Promise<{ values: SampleValues; today: string }> {
  const { rows } = await sql<{ values: SampleValues; today: string }>`
    SELECT certificate_values(i.id, ${reach.userId}, 'Default') AS values, (now() AT TIME ZONE i.time_zone)::date AS today
    FROM instances i WHERE i.id = ${reach.instanceId}`.execute(reach.db);
  return rows[0]!;
}
