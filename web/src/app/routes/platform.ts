import { msg } from "@lingui/core/macro";
import type { AuditSearch } from "../../features/audit/AuditScreen.tsx";
import { lazyRouteComponent } from "../../router/index.ts";
import { readTableSearch, type TableSearch } from "../urlTable.ts";
import { idInPath, idsInPath, numberIn, textIn } from "./address.ts";
import { inBackOffice } from "./frames.ts";

/** The instances and the people of the platform, and what an instance gives to other programs. */
export const platform = [
  inBackOffice({
    path: "/admin/instances",
    staticData: { title: msg`Instances`, can: "instance.manage" },
    validateSearch: readTableSearch,
    component: lazyRouteComponent(() => import("../../features/platform/InstancesScreen.tsx"), "InstancesScreen"),
  }),
  inBackOffice({
    path: "/instances/create",
    staticData: { title: msg`Create Instance`, can: "instance.manage" },
    component: lazyRouteComponent(
      () => import("../../features/platform/CreateInstanceScreen.tsx"),
      "CreateInstanceScreen",
    ),
  }),
  inBackOffice({
    path: "/admin/instance/$id",
    params: idInPath,
    staticData: { title: msg`Instance`, can: "instance.manage" },
    validateSearch: (raw): TableSearch & { tab?: "courses" | "branches" | "subscriptions" } => {
      const { tab } = raw;
      const isTab = tab === "courses" || tab === "branches" || tab === "subscriptions";
      return { ...readTableSearch(raw), ...(isTab && { tab }) };
    },
    component: lazyRouteComponent(() => import("../../features/platform/InstanceScreen.tsx"), "InstanceScreen"),
  }),
  inBackOffice({
    path: "/admin/instance/$id/edit",
    params: idInPath,
    staticData: { title: msg`Edit Instance`, can: "instance.manage" },
    component: lazyRouteComponent(() => import("../../features/platform/EditInstanceScreen.tsx"), "EditInstanceScreen"),
  }),
  inBackOffice({
    path: "/admin/instance/$id/subscriptions/create",
    params: idInPath,
    staticData: { title: msg`Create Subscription`, can: "instance.manage" },
    component: lazyRouteComponent(
      () => import("../../features/platform/CreateSubscriptionScreen.tsx"),
      "CreateSubscriptionScreen",
    ),
  }),
  inBackOffice({
    path: "/admin/instance/$id/subscriptions/$subscription/edit",
    params: idsInPath("id", "subscription"),
    staticData: { title: msg`Edit Subscription`, can: "instance.manage" },
    component: lazyRouteComponent(
      () => import("../../features/platform/EditSubscriptionScreen.tsx"),
      "EditSubscriptionScreen",
    ),
  }),
  inBackOffice({
    path: "/admin/instance/$id/users/create",
    params: idInPath,
    staticData: { title: msg`Create User`, can: "instance.manage" },
    component: lazyRouteComponent(
      () => import("../../features/platform/CreateInstanceUserScreen.tsx"),
      "CreateInstanceUserScreen",
    ),
  }),
  inBackOffice({
    path: "/admin/instance/$id/user/$user",
    params: idsInPath("id", "user"),
    staticData: { title: msg`User`, can: "instance.manage" },
    component: lazyRouteComponent(() => import("../../features/platform/InstanceUserScreen.tsx"), "InstanceUserScreen"),
  }),
  inBackOffice({
    path: "/admin/instance/$id/user/$user/edit",
    params: idsInPath("id", "user"),
    staticData: { title: msg`Edit User`, can: "instance.manage" },
    component: lazyRouteComponent(
      () => import("../../features/platform/EditInstanceUserScreen.tsx"),
      "EditInstanceUserScreen",
    ),
  }),
  inBackOffice({
    path: "/admin/people",
    staticData: { title: msg`Super admins`, can: "instance.manage" },
    validateSearch: readTableSearch,
    component: lazyRouteComponent(
      () => import("../../features/platform/PlatformPeopleScreen.tsx"),
      "PlatformPeopleScreen",
    ),
  }),
  inBackOffice({
    path: "/register",
    staticData: { title: msg`Register`, can: "account.register" },
    component: lazyRouteComponent(() => import("../../features/platform/RegisterScreen.tsx"), "RegisterScreen"),
  }),
  inBackOffice({
    path: "/audit",
    staticData: { title: msg`Audit log`, can: "audit.view" },
    validateSearch: (raw): TableSearch & AuditSearch => ({
      ...readTableSearch(raw),
      ...numberIn(raw, "person"),
      ...textIn(raw, "action"),
      ...textIn(raw, "kind"),
      ...textIn(raw, "from"),
      ...textIn(raw, "to"),
      ...(raw["log"] === "platform" && { log: "platform" as const }),
    }),
    component: lazyRouteComponent(() => import("../../features/audit/AuditScreen.tsx"), "AuditScreen"),
  }),
  inBackOffice({
    path: "/api-keys",
    staticData: { title: msg`API keys`, can: "api_key.manage" },
    validateSearch: readTableSearch,
    component: lazyRouteComponent(() => import("../../features/api-keys/ApiKeysScreen.tsx"), "ApiKeysScreen"),
  }),
  inBackOffice({
    path: "/api-keys/use",
    staticData: { title: msg`Use the API`, can: "api_key.manage" },
    component: lazyRouteComponent(() => import("../../features/api-keys/UseApiScreen.tsx"), "UseApiScreen"),
  }),
  inBackOffice({
    path: "/xapi-statements",
    staticData: { title: msg`xAPI statements`, can: "xapi.manage" },
    validateSearch: readTableSearch,
    component: lazyRouteComponent(() => import("../../features/xapi/StatementsScreen.tsx"), "StatementsScreen"),
  }),
  inBackOffice({
    path: "/xapi-credentials",
    staticData: { title: msg`xAPI credentials`, can: "xapi.manage" },
    validateSearch: readTableSearch,
    component: lazyRouteComponent(() => import("../../features/xapi/CredentialsScreen.tsx"), "CredentialsScreen"),
  }),
];
