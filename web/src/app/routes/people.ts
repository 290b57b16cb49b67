import { msg } from "@lingui/core/macro";
import { createRoute } from "@tanstack/react-router";
import { readTableSearch, type TableSearch } from "../urlTable.ts";
import type { UserSearch } from "../../features/users/userSearch.ts";
import { acceptOnly, idInPath, numberIn, textIn } from "./address.ts";
import { inBackOffice } from "./frames.ts";
import { lazyScreen } from "./lazyScreen.ts";

/** Users, groups, branches and categories. */
export const people = [
  createRoute({
    ...inBackOffice,
    path: "/users",
    staticData: { title: msg`Users`, can: "user.view" },
    validateSearch: acceptOnly((raw): TableSearch & UserSearch => ({
      ...readTableSearch(raw),
      ...textIn(raw, "role"),
      ...textIn(raw, "state"),
      ...numberIn(raw, "group"),
      ...numberIn(raw, "branch"),
      ...numberIn(raw, "idle"),
      ...(raw["overdue"] === true && { overdue: true }),
      ...((raw["enrolment"] === "in" || raw["enrolment"] === "not_in") && { enrolment: raw["enrolment"] }),
      ...numberIn(raw, "course"),
      ...numberIn(raw, "field"),
      ...textIn(raw, "value"),
      ...numberIn(raw, "view"),
      ...textIn(raw, "columns"),
    })),
    component: lazyScreen(() => import("../../features/users/UsersScreen.tsx"), "UsersScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/adduser",
    staticData: { title: msg`Create New User`, can: "user.create" },
    component: lazyScreen(() => import("../../features/users/CreateUserScreen.tsx"), "CreateUserScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/edituser/$id",
    params: idInPath,
    staticData: { title: msg`Edit User`, can: "user.edit" },
    component: lazyScreen(() => import("../../features/users/EditUserScreen.tsx"), "EditUserScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/user/$id",
    params: idInPath,
    staticData: { title: msg`User`, can: "user.view" },
    validateSearch: acceptOnly(({ tab }): { tab?: "groups" | "branches" | "data" } =>
      tab === "groups" || tab === "branches" || tab === "data" ? { tab } : {},
    ),
    component: lazyScreen(() => import("../../features/users/view/ViewUserScreen.tsx"), "ViewUserScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/invitations",
    staticData: { title: msg`Invitations`, can: "registration.manage" },
    validateSearch: acceptOnly(readTableSearch),
    component: lazyScreen(() => import("../../features/registration/InvitationsScreen.tsx"), "InvitationsScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/registrations",
    staticData: { title: msg`Registrations`, can: "registration.manage" },
    validateSearch: acceptOnly((raw): TableSearch & { state?: string } => ({
      ...readTableSearch(raw),
      ...textIn(raw, "state"),
    })),
    component: lazyScreen(() => import("../../features/registration/RegistrationsScreen.tsx"), "RegistrationsScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/bulkcreateusers",
    staticData: { title: msg`Bulk Create Users`, can: "user.bulk" },
    component: lazyScreen(() => import("../../features/users/bulk/BulkCreateScreen.tsx"), "BulkCreateScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/groups",
    staticData: { title: msg`Groups`, can: "group.manage" },
    validateSearch: acceptOnly(readTableSearch),
    component: lazyScreen(() => import("../../features/groups/GroupsScreen.tsx"), "GroupsScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/groups/create",
    staticData: { title: msg`Create A New Group`, can: "group.manage" },
    component: lazyScreen(() => import("../../features/groups/CreateGroupScreen.tsx"), "CreateGroupScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/groups/$id",
    params: idInPath,
    staticData: { title: msg`Group`, can: "group.manage" },
    validateSearch: acceptOnly(tableWithCourses),
    component: lazyScreen(() => import("../../features/groups/ViewGroupScreen.tsx"), "ViewGroupScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/groups/$id/edit",
    params: idInPath,
    staticData: { title: msg`Edit Group`, can: "group.manage" },
    component: lazyScreen(() => import("../../features/groups/EditGroupScreen.tsx"), "EditGroupScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/branches",
    staticData: { title: msg`Branches`, can: "branch.manage" },
    validateSearch: acceptOnly(readTableSearch),
    component: lazyScreen(() => import("../../features/branches/BranchesScreen.tsx"), "BranchesScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/branches/create",
    staticData: { title: msg`Create A New Branch`, can: "branch.create" },
    component: lazyScreen(() => import("../../features/branches/CreateBranchScreen.tsx"), "CreateBranchScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/branches/$id",
    params: idInPath,
    staticData: { title: msg`Branch`, can: "branch.manage" },
    validateSearch: acceptOnly(tableWithCourses),
    component: lazyScreen(() => import("../../features/branches/ViewBranchScreen.tsx"), "ViewBranchScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/branches/$id/edit",
    params: idInPath,
    staticData: { title: msg`Edit Branch`, can: "branch.manage" },
    component: lazyScreen(() => import("../../features/branches/EditBranchScreen.tsx"), "EditBranchScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/categories",
    staticData: { title: msg`Categories`, can: "category.manage" },
    validateSearch: acceptOnly(readTableSearch),
    component: lazyScreen(() => import("../../features/categories/CategoriesScreen.tsx"), "CategoriesScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/categories/create",
    staticData: { title: msg`Create A New Category`, can: "category.manage" },
    component: lazyScreen(() => import("../../features/categories/CreateCategoryScreen.tsx"), "CreateCategoryScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/categories/$id/edit",
    params: idInPath,
    staticData: { title: msg`Edit Category`, can: "category.manage" },
    component: lazyScreen(() => import("../../features/categories/EditCategoryScreen.tsx"), "EditCategoryScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/deleted",
    staticData: { title: msg`Recently deleted`, can: "deleted.restore" },
    validateSearch: acceptOnly((raw): TableSearch & { kind?: string } => ({
      ...readTableSearch(raw),
      ...textIn(raw, "kind"),
    })),
    component: lazyScreen(() => import("../../features/deleted/DeletedScreen.tsx"), "DeletedScreen"),
  }),
] as const;

/** A table and the second tab of a page with two. */
function tableWithCourses(raw: Record<string, unknown>): TableSearch & { tab?: "courses" } {
  return { ...readTableSearch(raw), ...(raw["tab"] === "courses" && { tab: "courses" as const }) };
}
