import { msg } from "@lingui/core/macro";
import { createRoute } from "@tanstack/react-router";
import { acceptOnly, idInPath, textIn } from "./address.ts";
import { inBackOffice } from "./frames.ts";
import { lazyScreen } from "./lazyScreen.ts";

const staticData = { title: msg`Single sign-on`, can: "identity.manage" };
const provider = () => import("../../features/identity/ProviderScreen.tsx");

/** The identity providers by which people sign in. */
export const identity = [
  createRoute({
    ...inBackOffice,
    path: "/identity",
    staticData,
    component: lazyScreen(() => import("../../features/identity/IdentityScreen.tsx"), "IdentityScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/identity/create",
    staticData,
    component: lazyScreen(provider, "CreateProviderScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/identity/$id",
    params: idInPath,
    staticData,
    validateSearch: acceptOnly((raw) => textIn(raw, "test")),
    component: lazyScreen(provider, "ProviderScreen"),
  }),
] as const;
