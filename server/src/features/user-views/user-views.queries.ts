import { type RawBuilder, sql } from "kysely";
import type { Reach } from "../../access/actor.ts";

type Viewing = Reach<"user.view">;

/** Search, filters and order of the users list. */
export interface ViewFilters {
  search?: string | null | undefined;
  sort?: string | null | undefined;
  role?: string | null | undefined;
  state?: string | null | undefined;
  group_id?: number | null | undefined;
  branch_id?: number | null | undefined;
  idle_days?: number | null | undefined;
  is_overdue?: boolean | null | undefined;
  enrolled_in?: number | null | undefined;
  not_enrolled_in?: number | null | undefined;
  field_id?: number | null | undefined;
  field_value?: string | null | undefined;
}

/** What a person keeps under a name. */
export interface ViewContent {
  name: string;
  filters: ViewFilters;
  /** The columns besides the name; null for those that the person sees in the list itself. */
  columns: string[] | null;
}

export interface UserView extends ViewContent {
  id: number;
}

export interface UserListSettings {
  columns: string[] | null;
  views: UserView[];
}

/** Selects the caller's columns and views, by name, as one JSON value. */
export const selectSettings = ({ instanceId, userId }: Viewing): RawBuilder<UserListSettings> => sql<UserListSettings>`
  json_build_object(
    'columns', (SELECT columns FROM user_list_columns WHERE instance_id = ${instanceId} AND user_id = ${userId}),
    'views', (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name, 'filters', filters, 'columns', columns)
        ORDER BY name COLLATE people, id), '[]')
      FROM user_views WHERE instance_id = ${instanceId} AND user_id = ${userId}))`;

/** Locks the caller's views against other changes, so that their number and their names hold for parallel requests. */
export async function lockViews({ db, instanceId, userId }: Viewing): Promise<UserView[]> {
  await sql`SELECT FROM users WHERE instance_id = ${instanceId} AND id = ${userId} FOR NO KEY UPDATE`.execute(db);
  const rows = await db
    .selectFrom("user_views")
    .where("instance_id", "=", instanceId)
    .where("user_id", "=", userId)
    .select(["id", "name", "columns"])
    .select(sql<ViewFilters>`filters`.as("filters"))
    .execute();
  return rows;
}

/** Stores a view of the caller. @returns the id of the new view */
export async function insertView({ db, instanceId, userId }: Viewing, view: ViewContent): Promise<number> {
  const { id } = await db
    .insertInto("user_views")
    .values({ instance_id: instanceId, user_id: userId, ...view, filters: JSON.stringify(view.filters) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateView({ db, instanceId, userId }: Viewing, { id, ...view }: UserView): Promise<void> {
  await db
    .updateTable("user_views")
    .set({ ...view, filters: JSON.stringify(view.filters) })
    .where("instance_id", "=", instanceId)
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .execute();
}

/** Deletes a view of the caller. @returns whether the caller had this view */
export async function deleteView({ db, instanceId, userId }: Viewing, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("user_views")
    .where("instance_id", "=", instanceId)
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Stores the caller's columns; null for the usual ones. */
export async function writeColumns({ db, instanceId, userId }: Viewing, columns: string[] | null): Promise<void> {
  if (columns === null)
    await sql`DELETE FROM user_list_columns WHERE instance_id = ${instanceId} AND user_id = ${userId}`.execute(db);
  else
    await sql`
      INSERT INTO user_list_columns (instance_id, user_id, columns) VALUES (${instanceId}, ${userId}, ${columns}::text[])
      ON CONFLICT (instance_id, user_id) DO UPDATE SET columns = excluded.columns`.execute(db);
}
