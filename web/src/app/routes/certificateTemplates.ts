import { msg } from "@lingui/core/macro";
import { createRoute } from "@tanstack/react-router";
import { readTableSearch } from "../urlTable.ts";
import { acceptOnly, idInPath } from "./address.ts";
import { inBackOffice } from "./frames.ts";
import { lazyScreen } from "./lazyScreen.ts";

const staticData = { title: msg`Certificate templates`, can: "certificate_template.manage" };
const editor = () => import("../../features/certificateTemplates/EditTemplateScreen.tsx");

/** The designs of certificates, which courses choose. */
export const certificateTemplates = [
  createRoute({
    ...inBackOffice,
    path: "/certificates/templates",
    staticData,
    validateSearch: acceptOnly(readTableSearch),
    component: lazyScreen(() => import("../../features/certificateTemplates/TemplatesScreen.tsx"), "TemplatesScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/certificates/templates/create",
    staticData,
    component: lazyScreen(editor, "CreateTemplateScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/certificates/templates/$id",
    params: idInPath,
    staticData,
    component: lazyScreen(editor, "EditTemplateScreen"),
  }),
] as const;
