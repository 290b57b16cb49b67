import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import { courseInScope, pathInScope } from "../../access/scope.ts";
import { toLikePattern } from "../../db/like.ts";
import { listAudiences } from "../user-fields/user-fields.service.ts";
import type { ObjectKind } from "./automation-kinds.ts";

type Managing = Reach<"automation.manage">;

const MOST = 100;

/** Selects what an automation can name: what exists in the reach, learning paths and courses that are not drafts too. */
function selectObjects(reach: Managing, kind: ObjectKind): RawBuilder<unknown> {
  const isOfBranch = (column: string) =>
    reach.branchIds === null ? sql`true` : sql`${sql.ref(column)} = ANY (${reach.branchIds}::integer[])`;
  switch (kind) {
    case "branch":
      return sql`SELECT o.id, o.name FROM branches o WHERE o.instance_id = ${reach.instanceId} AND o.deleted_at IS NULL
        AND ${isOfBranch("o.id")}`;
    case "group":
      return sql`SELECT o.id, o.name FROM groups o WHERE o.instance_id = ${reach.instanceId} AND o.deleted_at IS NULL
        AND ${isOfBranch("o.branch_id")}`;
    case "field":
      return sql`SELECT o.id, o.name FROM user_fields o WHERE o.instance_id = ${reach.instanceId} AND o.deleted_at IS NULL
        AND o.visible_to = ANY (${[...listAudiences(reach.role)]}::text[])`;
    case "course":
      return sql`SELECT o.id, o.title AS name FROM courses o WHERE o.instance_id = ${reach.instanceId}
        AND o.deleted_at IS NULL AND ${courseInScope(reach, "o.id")}`;
    case "path":
      return sql`SELECT o.id, o.title AS name FROM learning_paths o WHERE o.instance_id = ${reach.instanceId}
        AND o.deleted_at IS NULL AND o.status = 'published' AND ${pathInScope(reach, "o")}`;
    case "badge":
      return sql`SELECT o.id, o.name FROM badges o WHERE o.instance_id = ${reach.instanceId} AND o.deleted_at IS NULL
        AND (o.branch_id IS NULL OR ${isOfBranch("o.branch_id")})`;
  }
}

/** Lists objects of a kind: these ids, or those that match a search. */
export async function listKnown(
  reach: Managing,
  kind: ObjectKind,
  { ids, search = null }: { ids?: readonly number[]; search?: string | null },
): Promise<{ id: number; name: string }[]> {
  const pattern = toLikePattern(search);
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT x.id, x.name FROM (${selectObjects(reach, kind)}) x
    WHERE ${ids === undefined ? sql`true` : sql`x.id = ANY (${[...ids]}::integer[])`}
      AND ${pattern === null ? sql`true` : sql`x.name ILIKE ${pattern}`}
    ORDER BY x.name COLLATE people, x.id ${ids === undefined ? sql`LIMIT ${MOST}` : sql``}`.execute(reach.db);
  return rows;
}
