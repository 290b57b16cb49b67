import { msg } from "@lingui/core/macro";
import { createRoute } from "@tanstack/react-router";
import { readTableSearch, type TableSearch } from "../urlTable.ts";
import { acceptOnly, idInPath, textIn } from "./address.ts";
import { inBackOffice } from "./frames.ts";
import { lazyScreen } from "./lazyScreen.ts";

// Written once, because every visitor loads the routes.
const staticData = { title: msg`Automations`, can: "automation.manage" };
const validateSearch = acceptOnly((raw): TableSearch & { state?: string } => ({
  ...readTableSearch(raw),
  ...textIn(raw, "state"),
}));
const editor = () => import("../../features/automations/editor/EditAutomationScreen.tsx");

/** What runs by itself: the automations, their editor and their log. */
export const automations = [
  createRoute({
    ...inBackOffice,
    path: "/automations",
    staticData,
    validateSearch,
    component: lazyScreen(() => import("../../features/automations/AutomationsScreen.tsx"), "AutomationsScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/automations/create",
    staticData,
    component: lazyScreen(editor, "CreateAutomationScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/automations/$id",
    params: idInPath,
    staticData,
    validateSearch,
    component: lazyScreen(() => import("../../features/automations/AutomationScreen.tsx"), "AutomationScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/automations/$id/edit",
    params: idInPath,
    staticData,
    component: lazyScreen(editor, "EditAutomationScreen"),
  }),
] as const;
