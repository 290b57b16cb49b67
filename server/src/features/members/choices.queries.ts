import { sql } from "kysely";
import type { Reach } from "../../access/actor.ts";
import type { UserField } from "../user-fields/user-fields.service.ts";
import { selectSettings, type UserListSettings } from "../user-views/user-views.service.ts";

export interface Choice {
  id: number;
  name: string;
}

export interface MemberChoices {
  branches: Choice[];
  groups: Choice[];
  fields: UserField[];
  /** What the caller keeps of the users list. */
  user_list: UserListSettings;
}

/**
 * Lists the branches and groups of the reach by name, the fields shown to these audiences, and what the caller keeps of
 * the users list, in one statement.
 */
export async function listChoices(reach: Reach<"user.view">, audiences: readonly string[]): Promise<MemberChoices> {
  const { instanceId, branchIds } = reach;
  const isInReach = (branch: string) =>
    branchIds === null ? sql`true` : sql`${sql.ref(branch)} = ANY (${branchIds}::integer[])`;
  const { rows } = await sql<MemberChoices>`
    SELECT
      (SELECT coalesce(json_agg(json_build_object('id', b.id, 'name', b.name) ORDER BY b.name COLLATE people, b.id), '[]')
        FROM branches b
        WHERE b.instance_id = ${instanceId} AND b.deleted_at IS NULL AND ${isInReach("b.id")}) AS branches,
      -- In a branch those created there, on the main site all.
      (SELECT coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) ORDER BY g.name COLLATE people, g.id), '[]')
        FROM groups g
        WHERE g.instance_id = ${instanceId} AND g.deleted_at IS NULL AND ${isInReach("g.branch_id")}) AS groups,
      (SELECT coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'type', f.type, 'choices', f.choices,
          'is_required', f.is_required, 'is_listed', f.is_listed, 'visible_to', f.visible_to,
          'is_editable_by_person', f.is_editable_by_person) ORDER BY f.position, f.id), '[]')
        FROM user_fields f
        WHERE f.instance_id = ${instanceId} AND f.deleted_at IS NULL
          AND f.visible_to = ANY (${[...audiences]}::text[])) AS fields,
      ${selectSettings(reach)} AS user_list`.execute(reach.db);
  return rows[0]!;
}
