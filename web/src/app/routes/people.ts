import { msg } from "@lingui/core/macro";
import { lazyRouteComponent } from "../../router/index.ts";
import { readTableSearch, type TableSearch } from "../urlTable.ts";
import { idInPath, textIn } from "./address.ts";
import { inBackOffice } from "./frames.ts";

/** People, and what they are ordered by: groups, branches and categories. */
export const people = [
  inBackOffice({
    path: "/users",
    staticData: { title: msg`Users`, can: "user.view" },
    validateSearch: readTableSearch,
    component: lazyRouteComponent(() => import("../../features/users/UsersScreen.tsx"), "UsersScreen"),
  }),
  inBackOffice({
    path: "/adduser",
    staticData: { title: msg`Create New User`, can: "user.create" },
    component: lazyRouteComponent(() => import("../../features/users/CreateUserScreen.tsx"), "CreateUserScreen"),
  }),
  inBackOffice({
    path: "/edituser/$id",
    params: idInPath,
    staticData: { title: msg`Edit User`, can: "user.edit" },
    component: lazyRouteComponent(() => import("../../features/users/EditUserScreen.tsx"), "EditUserScreen"),
  }),
  inBackOffice({
    path: "/user/$id",
    params: idInPath,
    staticData: { title: msg`User`, can: "user.view" },
    validateSearch: ({ tab }): { tab?: "groups" | "branches" } =>
      tab === "groups" || tab === "branches" ? { tab } : {},
    component: lazyRouteComponent(() => import("../../features/users/view/ViewUserScreen.tsx"), "ViewUserScreen"),
  }),
  inBackOffice({
    path: "/bulkcreateusers",
    staticData: { title: msg`Bulk Create Users`, can: "user.bulk" },
    component: lazyRouteComponent(() => import("../../features/users/bulk/BulkCreateScreen.tsx"), "BulkCreateScreen"),
  }),
  inBackOffice({
    path: "/groups",
    staticData: { title: msg`Groups`, can: "group.manage" },
    validateSearch: readTableSearch,
    component: lazyRouteComponent(() => import("../../features/groups/GroupsScreen.tsx"), "GroupsScreen"),
  }),
  inBackOffice({
    path: "/groups/create",
    staticData: { title: msg`Create A New Group`, can: "group.manage" },
    component: lazyRouteComponent(() => import("../../features/groups/CreateGroupScreen.tsx"), "CreateGroupScreen"),
  }),
  inBackOffice({
    path: "/groups/$id",
    params: idInPath,
    staticData: { title: msg`Group`, can: "group.manage" },
    validateSearch: tableWithCourses,
    component: lazyRouteComponent(() => import("../../features/groups/ViewGroupScreen.tsx"), "ViewGroupScreen"),
  }),
  inBackOffice({
    path: "/groups/$id/edit",
    params: idInPath,
    staticData: { title: msg`Edit Group`, can: "group.manage" },
    component: lazyRouteComponent(() => import("../../features/groups/EditGroupScreen.tsx"), "EditGroupScreen"),
  }),
  inBackOffice({
    path: "/branches",
    staticData: { title: msg`Branches`, can: "branch.manage" },
    validateSearch: readTableSearch,
    component: lazyRouteComponent(() => import("../../features/branches/BranchesScreen.tsx"), "BranchesScreen"),
  }),
  inBackOffice({
    path: "/branches/create",
    staticData: { title: msg`Create A New Branch`, can: "branch.create" },
    component: lazyRouteComponent(() => import("../../features/branches/CreateBranchScreen.tsx"), "CreateBranchScreen"),
  }),
  inBackOffice({
    path: "/branches/$id",
    params: idInPath,
    staticData: { title: msg`Branch`, can: "branch.manage" },
    validateSearch: tableWithCourses,
    component: lazyRouteComponent(() => import("../../features/branches/ViewBranchScreen.tsx"), "ViewBranchScreen"),
  }),
  inBackOffice({
    path: "/branches/$id/edit",
    params: idInPath,
    staticData: { title: msg`Edit Branch`, can: "branch.manage" },
    component: lazyRouteComponent(() => import("../../features/branches/EditBranchScreen.tsx"), "EditBranchScreen"),
  }),
  inBackOffice({
    path: "/categories",
    staticData: { title: msg`Categories`, can: "category.manage" },
    validateSearch: readTableSearch,
    component: lazyRouteComponent(() => import("../../features/categories/CategoriesScreen.tsx"), "CategoriesScreen"),
  }),
  inBackOffice({
    path: "/categories/create",
    staticData: { title: msg`Create A New Category`, can: "category.manage" },
    component: lazyRouteComponent(
      () => import("../../features/categories/CreateCategoryScreen.tsx"),
      "CreateCategoryScreen",
    ),
  }),
  inBackOffice({
    path: "/categories/$id/edit",
    params: idInPath,
    staticData: { title: msg`Edit Category`, can: "category.manage" },
    component: lazyRouteComponent(
      () => import("../../features/categories/EditCategoryScreen.tsx"),
      "EditCategoryScreen",
    ),
  }),
  inBackOffice({
    path: "/deleted",
    staticData: { title: msg`Recently deleted`, can: "deleted.restore" },
    validateSearch: (raw): TableSearch & { kind?: string } => ({
      ...readTableSearch(raw),
      ...textIn(raw, "kind"),
    }),
    component: lazyRouteComponent(() => import("../../features/deleted/DeletedScreen.tsx"), "DeletedScreen"),
  }),
];

/** A table and the second tab of a page with two. */
function tableWithCourses(raw: Record<string, unknown>): TableSearch & { tab?: "courses" } {
  return { ...readTableSearch(raw), ...(raw["tab"] === "courses" && { tab: "courses" as const }) };
}
