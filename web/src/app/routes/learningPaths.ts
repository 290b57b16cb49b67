import { msg } from "@lingui/core/macro";
import { createRoute } from "@tanstack/react-router";
import { readTableSearch, type TableSearch } from "../urlTable.ts";
import { acceptOnly, idInPath, textIn } from "./address.ts";
import { inBackOffice } from "./frames.ts";
import { lazyScreen } from "./lazyScreen.ts";

// Written once, because every visitor loads the routes.
const title = msg`Learning paths`;
const seen = { title, can: "learning_path.view" };
const managed = { title, can: "learning_path.manage" };
const validateSearch = acceptOnly((raw): TableSearch & { status?: string; due?: string } => ({
  ...readTableSearch(raw),
  ...textIn(raw, "status"),
  ...textIn(raw, "due"),
}));
const editor = () => import("../../features/learning-paths/editor/EditPathScreen.tsx");

/** The learning paths for those who manage and assign them. */
export const learningPaths = [
  createRoute({
    ...inBackOffice,
    path: "/learning-paths",
    staticData: seen,
    validateSearch,
    component: lazyScreen(() => import("../../features/learning-paths/PathsScreen.tsx"), "PathsScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/learning-paths/create",
    staticData: managed,
    component: lazyScreen(editor, "CreatePathScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/learning-paths/$id",
    params: idInPath,
    staticData: seen,
    validateSearch,
    component: lazyScreen(() => import("../../features/learning-paths/PathScreen.tsx"), "PathScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/learning-paths/$id/edit",
    params: idInPath,
    staticData: managed,
    component: lazyScreen(editor, "EditPathScreen"),
  }),
] as const;
