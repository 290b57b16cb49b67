import { execute } from "../../app/graphql.ts";
import type { PickerItem } from "../../ui/Picker.tsx";
import { BranchesToAdd, CoursesToAdd, GroupsToAdd } from "./users.documents.ts";

/** Lists courses for the pickers of one or several users, without drafts. */
export async function findCourses(search: string): Promise<PickerItem[]> {
  const { rows } = (await execute(CoursesToAdd, { search })).coursesPage;
  return rows.filter(({ status }) => status === "published").map(({ id, title }) => ({ id, label: title }));
}

export async function findGroups(search: string): Promise<PickerItem[]> {
  return (await execute(GroupsToAdd, { search })).groups.map(({ id, name }) => ({ id, label: name }));
}

export async function findBranches(search: string): Promise<PickerItem[]> {
  return (await execute(BranchesToAdd, { search })).branches.map(({ id, name, url }) => ({
    id,
    label: name,
    note: url ?? undefined,
  }));
}
