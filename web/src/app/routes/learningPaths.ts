import { msg } from "@lingui/core/macro";
import { createRoute } from "@tanstack/react-router";
import { readTableSearch, type TableSearch } from "../urlTable.ts";
import { acceptOnly, idInPath, textIn } from "./address.ts";
import { inBackOffice } from "./frames.ts";
import { lazyScreen } from "./lazyScreen.ts";

/** The learning paths for those who manage and assign them. */
export const learningPaths = [
  createRoute({
    ...inBackOffice,
    path: "/learning-paths",
    staticData: { title: msg`Learning paths`, can: "learning_path.view" },
    validateSearch: acceptOnly((raw): TableSearch & { status?: string } => ({
      ...readTableSearch(raw),
      ...textIn(raw, "status"),
    })),
    component: lazyScreen(() => import("../../features/learning-paths/PathsScreen.tsx"), "PathsScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/learning-paths/create",
    staticData: { title: msg`Learning paths`, can: "learning_path.manage" },
    component: lazyScreen(() => import("../../features/learning-paths/editor/EditPathScreen.tsx"), "CreatePathScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/learning-paths/$id",
    params: idInPath,
    staticData: { title: msg`Learning paths`, can: "learning_path.view" },
    validateSearch: acceptOnly((raw): TableSearch & { status?: string; due?: string } => ({
      ...readTableSearch(raw),
      ...textIn(raw, "status"),
      ...textIn(raw, "due"),
    })),
    component: lazyScreen(() => import("../../features/learning-paths/PathScreen.tsx"), "PathScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/learning-paths/$id/edit",
    params: idInPath,
    staticData: { title: msg`Learning paths`, can: "learning_path.manage" },
    component: lazyScreen(() => import("../../features/learning-paths/editor/EditPathScreen.tsx"), "EditPathScreen"),
  }),
] as const;
