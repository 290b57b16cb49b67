import { msg } from "@lingui/core/macro";
import { createRoute } from "@tanstack/react-router";
import { readTableSearch, type TableSearch } from "../urlTable.ts";
import { acceptOnly, idInPath, textIn } from "./address.ts";
import { inBackOffice } from "./frames.ts";
import { lazyScreen } from "./lazyScreen.ts";

const staticData = { title: msg`Badges`, can: "badge.manage" };
const editor = () => import("../../features/badges/EditBadgeScreen.tsx");

/** The badges that people can earn, and who has them. */
export const badges = [
  createRoute({
    ...inBackOffice,
    path: "/badges",
    staticData,
    validateSearch: acceptOnly(readTableSearch),
    component: lazyScreen(() => import("../../features/badges/BadgesScreen.tsx"), "BadgesScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/badges/create",
    staticData,
    component: lazyScreen(editor, "CreateBadgeScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/badges/$id",
    params: idInPath,
    staticData,
    validateSearch: acceptOnly((raw): TableSearch & { state?: string } => ({
      ...readTableSearch(raw),
      ...textIn(raw, "state"),
    })),
    component: lazyScreen(() => import("../../features/badges/BadgeScreen.tsx"), "BadgeScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/badges/$id/edit",
    params: idInPath,
    staticData,
    component: lazyScreen(editor, "EditBadgeScreen"),
  }),
] as const;
