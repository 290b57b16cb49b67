import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { accessIsOwn, courseInScope, pathInScope, rowIsOwn, userInScope } from "../../access/scope.ts";
import type { Db } from "../../db/client.ts";
import { toLikePattern } from "../../db/like.ts";
import { orderBy, type PageOptions, limitAndOffset } from "../../db/page.ts";

type Restoring = Reach<"deleted.restore">;

/** How long deleted rows can be restored (P18). */
export const KEPT_DAYS = 30;

/** Tables with soft deletion, by kind; an ended enrolment is a row of its own. */
const TABLES = {
  user: "users",
  group: "groups",
  branch: "branches",
  course: "courses",
  category: "categories",
  enrolment: "ended_enrolments",
  user_field: "user_fields",
  learning_path: "learning_paths",
  automation: "automations",
  badge: "badges",
  certificate_template: "certificate_templates",
  identity_provider: "identity_providers",
} as const;

export type Kind = keyof typeof TABLES;

export function isKind(word: string): word is Kind {
  return Object.hasOwn(TABLES, word);
}

export interface DeletedRow {
  kind: Kind;
  id: number;
  name: string;
  /** The e-mail, address, course code or course that distinguishes equal names. */
  detail: string | null;
  deleted_at: Date;
  deleted_by: string | null;
  /** For how many days it can still be restored. */
  days_left: number;
}

type Options = PageOptions & { kind: Kind | null };

const SORTS = {
  deleted_at: ["d.deleted_at"],
  name: ["d.name COLLATE people"],
  kind: ["d.kind"],
  deleted_by: ["d.deleted_by COLLATE people"],
};

/** Lists what was deleted in the last days, with the user in the audit log who deleted it. Ids are unique within a kind. */
export async function listDeleted(reach: Restoring, options: Options): Promise<DeletedRow[]> {
  const { rows } = await sql<DeletedRow>`
    SELECT d.*, ceil(extract(epoch FROM d.deleted_at + make_interval(days => ${KEPT_DAYS}) - now()) / 86400)::integer AS days_left
    FROM (
      SELECT g.kind, g.id, g.name, g.detail, g.deleted_at, coalesce(g.deleted_by, (
        SELECT a.actor_name FROM audit_log a
        WHERE a.instance_id = ${reach.instanceId} AND a.subject_type = g.kind AND a.subject_id = g.id AND a.action = g.kind || '.deleted'
        ORDER BY a.id DESC LIMIT 1)) AS deleted_by
      FROM (${gone(reach, options.kind)}) g
      WHERE ${searched(options.search)}) d
    ORDER BY ${orderBy(options.sort ? options : { ...options, sort: "-deleted_at" }, SORTS, "d.kind, d.id")} ${limitAndOffset(options)}`.execute(
    reach.db,
  );
  return rows;
}

export async function countDeleted(reach: Restoring, { kind, search }: Options): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (${gone(reach, kind)}) g WHERE ${searched(search)}`.execute(reach.db);
  return rows[0]!.total;
}

/** Finds a deleted row, also a user or course that the caller sees but may not change. */
export async function findDeleted(reach: Restoring, kind: Kind, id: number) {
  const { rows } = await sql<Pick<DeletedRow, "kind" | "id" | "name" | "detail"> & { may_restore: boolean }>`
    SELECT g.kind, g.id, g.name, g.detail, ${isOwn(reach, kind)} AS may_restore
    FROM (${gone(reach, kind, { includeFixed: true })}) g WHERE g.id = ${id}`.execute(reach.db);
  return rows[0];
}

/** Deletes a row permanently with everything that refers to it. @returns false when it was restored meanwhile */
export async function erase(reach: Restoring, kind: Kind, id: number): Promise<boolean> {
  // An ended enrolment is a row that its restoration removes.
  const isDeleted = kind === "enrolment" ? sql`true` : sql`deleted_at IS NOT NULL`;
  const { rows } = await sql`
    DELETE FROM ${sql.table(TABLES[kind])} WHERE instance_id = ${reach.instanceId} AND id = ${id} AND ${isDeleted}
    RETURNING id`.execute(reach.db);
  return rows.length > 0;
}

/** Tells whether a deleted row's retention is over. */
export async function isPurgeDue(db: Db, instanceId: number): Promise<boolean> {
  const due = Object.values(TABLES).map(
    (table) => sql`SELECT 1 FROM ${sql.table(table)} t WHERE ${expired(table, instanceId)}`,
  );
  const { rows } = await sql<{ due: boolean }>`SELECT EXISTS (${sql.join(due, sql` UNION ALL `)}) AS due`.execute(db);
  return rows[0]!.due;
}

/** Deletes some expired rows permanently. @returns how many */
export async function purgeSome(db: Db, instanceId: number, kind: Kind, most: number): Promise<number> {
  const table = TABLES[kind];
  const { rows } = await sql`
    DELETE FROM ${sql.table(table)} WHERE instance_id = ${instanceId} AND id IN (
      SELECT t.id FROM ${sql.table(table)} t WHERE ${expired(table, instanceId)} ORDER BY t.id LIMIT ${most})
    RETURNING id`.execute(db);
  return rows.length;
}

export const KINDS = Object.keys(TABLES) as Kind[];

function expired(table: string, instanceId: number): RawBuilder<boolean> {
  const since = sql.ref(table === "ended_enrolments" ? "t.ended_at" : "t.deleted_at");
  return sql`t.instance_id = ${instanceId} AND ${since} < now() - make_interval(days => ${KEPT_DAYS})`;
}

/** Tells whether the caller may change the deleted course or learning path `g`; true for what has no owner. */
function isOwn(reach: Restoring, kind: Kind): RawBuilder<boolean> {
  if (kind !== "course" && kind !== "learning_path") return sql`true`;
  return sql`EXISTS (SELECT FROM ${sql.table(TABLES[kind])} own WHERE own.instance_id = ${reach.instanceId} AND own.id = g.id
    AND ${rowIsOwn(reach, "own.branch_id")})`;
}

/**
 * Selects the deleted rows of the reach. Branches and categories can be restored on the main site, groups, courses and learning paths
 *
 * also by the branch that owns them.
 * @param includeFixed also users and courses of the reach that the caller may not change
 */
function gone(reach: Restoring, only: Kind | null, { includeFixed = false } = {}): RawBuilder<unknown> {
  const people = includeFixed ? sql`true` : accessIsOwn(reach, "u");
  const courses = includeFixed ? sql`true` : rowIsOwn(reach, "c.branch_id");
  const paths = includeFixed ? sql`true` : rowIsOwn(reach, "l.branch_id");
  const ofInstance = (alias: string) => sql`${sql.ref(`${alias}.instance_id`)} = ${reach.instanceId}`;
  const recent = (column: string) => sql`${sql.ref(column)} > now() - make_interval(days => ${KEPT_DAYS})`;
  const mainSite = reach.branchIds === null ? sql`true` : sql`false`;
  const ownGroups = reach.branchIds === null ? sql`true` : sql`g.branch_id = ANY (${reach.branchIds})`;
  const ownAutomations = reach.branchIds === null ? sql`true` : sql`a.branch_id = ANY (${reach.branchIds})`;
  const ownBadges = reach.branchIds === null ? sql`true` : sql`b.branch_id = ANY (${reach.branchIds})`;
  const parts: Record<Kind, RawBuilder<unknown>> = {
    user: sql`
      SELECT 'user' AS kind, u.id, u.first_name || ' ' || u.last_name AS name, u.email AS detail, u.deleted_at, NULL AS deleted_by
      FROM users u WHERE ${ofInstance("u")} AND ${recent("u.deleted_at")} AND u.platform_user_id IS NULL AND ${userInScope(reach, "u.id")}
        AND ${people}`,
    group: sql`
      SELECT 'group' AS kind, g.id, g.name, g.description AS detail, g.deleted_at, NULL AS deleted_by
      FROM groups g WHERE ${ofInstance("g")} AND ${recent("g.deleted_at")} AND ${ownGroups}`,
    branch: sql`
      SELECT 'branch' AS kind, b.id, b.name, b.url AS detail, b.deleted_at, NULL AS deleted_by
      FROM branches b WHERE ${ofInstance("b")} AND ${recent("b.deleted_at")} AND ${mainSite}`,
    course: sql`
      SELECT 'course' AS kind, c.id, c.title AS name, c.course_code AS detail, c.deleted_at, NULL AS deleted_by
      FROM courses c WHERE ${ofInstance("c")} AND ${recent("c.deleted_at")} AND ${courseInScope(reach, "c.id")}
        AND ${courses}`,
    category: sql`
      SELECT 'category' AS kind, k.id, k.name, parent.name AS detail, k.deleted_at, NULL AS deleted_by
      FROM categories k LEFT JOIN categories parent ON parent.instance_id = k.instance_id AND parent.id = k.parent_id
      WHERE ${ofInstance("k")} AND ${recent("k.deleted_at")} AND ${mainSite}`,
    enrolment: sql`
      SELECT 'enrolment' AS kind, x.id, u.first_name || ' ' || u.last_name AS name, c.title AS detail, x.ended_at AS deleted_at,
        (SELECT by.first_name || ' ' || by.last_name FROM users by WHERE by.instance_id = ${reach.instanceId} AND by.id = x.ended_by) AS deleted_by
      FROM ended_enrolments x
      JOIN users u ON u.instance_id = x.instance_id AND u.id = x.user_id AND u.deleted_at IS NULL
      JOIN courses c ON c.instance_id = x.instance_id AND c.id = x.course_id AND c.deleted_at IS NULL
      WHERE ${ofInstance("x")} AND ${recent("x.ended_at")} AND ${userInScope(reach, "u.id")}
        AND ${courseInScope(reach, "x.course_id")}`,
    user_field: sql`
      SELECT 'user_field' AS kind, f.id, f.name, NULL AS detail, f.deleted_at, NULL AS deleted_by
      FROM user_fields f WHERE ${ofInstance("f")} AND ${recent("f.deleted_at")} AND ${mainSite}`,
    learning_path: sql`
      SELECT 'learning_path' AS kind, l.id, l.title AS name, NULL AS detail, l.deleted_at, NULL AS deleted_by
      FROM learning_paths l WHERE ${ofInstance("l")} AND ${recent("l.deleted_at")} AND ${pathInScope(reach, "l")} AND ${paths}`,
    automation: sql`
      SELECT 'automation' AS kind, a.id, a.name, NULL AS detail, a.deleted_at, NULL AS deleted_by
      FROM automations a WHERE ${ofInstance("a")} AND ${recent("a.deleted_at")} AND ${ownAutomations}`,
    badge: sql`
      SELECT 'badge' AS kind, b.id, b.name, NULL AS detail, b.deleted_at, NULL AS deleted_by
      FROM badges b WHERE ${ofInstance("b")} AND ${recent("b.deleted_at")} AND ${ownBadges}`,
    certificate_template: sql`
      SELECT 'certificate_template' AS kind, k.id, k.name, NULL AS detail, k.deleted_at, NULL AS deleted_by
      FROM certificate_templates k WHERE ${ofInstance("k")} AND ${recent("k.deleted_at")} AND ${mainSite}`,
    identity_provider: sql`
      SELECT 'identity_provider' AS kind, p.id, p.name, p.issuer AS detail, p.deleted_at, NULL AS deleted_by
      FROM identity_providers p WHERE ${ofInstance("p")} AND ${recent("p.deleted_at")} AND ${mainSite}`,
  };
  return only ? parts[only] : sql.join(Object.values(parts), sql` UNION ALL `);
}

function searched(search: PageOptions["search"]): RawBuilder<boolean> {
  const pattern = toLikePattern(search);
  return pattern === null ? sql`true` : sql`(g.name ILIKE ${pattern} OR g.detail ILIKE ${pattern})`;
}
