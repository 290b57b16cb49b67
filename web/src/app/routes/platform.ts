import { msg } from "@lingui/core/macro";
import type { AuditSearch } from "../../features/audit/auditSearch.ts";
import { createRoute, redirect } from "@tanstack/react-router";
import { readTableSearch, type TableSearch } from "../urlTable.ts";
import { acceptOnly, atOnce, idInPath, idsInPath, numberIn, textIn } from "./address.ts";
import { inBackOffice } from "./frames.ts";
import { lazyScreen } from "./lazyScreen.ts";

/** The instances and operators of the platform, and an instance's API access. */
export const platform = [
  createRoute({
    ...inBackOffice,
    path: "/settings",
    staticData: { title: msg`Settings`, can: "settings.manage" },
    beforeLoad: (): void => void redirect({ to: "/settings/general", ...atOnce }),
  }),
  // Addresses of sections that stand elsewhere: second factors and sessions, and what certificates look like.
  createRoute({
    ...inBackOffice,
    path: "/settings/security",
    staticData: { title: msg`Settings`, can: "settings.manage" },
    beforeLoad: (): void => void redirect({ to: "/settings/sign-in", ...atOnce }),
  }),
  createRoute({
    ...inBackOffice,
    path: "/settings/certificates",
    staticData: { title: msg`Settings`, can: "settings.manage" },
    beforeLoad: (): void => void redirect({ to: "/certificates/templates", ...atOnce }),
  }),
  createRoute({
    ...inBackOffice,
    path: "/settings/general",
    staticData: { title: msg`Settings`, can: "settings.manage" },
    component: lazyScreen(() => import("../../features/settings/SettingsScreen.tsx"), "GeneralSettingsScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/settings/brand",
    staticData: { title: msg`Settings`, can: "settings.manage" },
    component: lazyScreen(() => import("../../features/settings/SettingsScreen.tsx"), "BrandSettingsScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/settings/sign-in",
    staticData: { title: msg`Settings`, can: "settings.manage" },
    component: lazyScreen(() => import("../../features/settings/SettingsScreen.tsx"), "SignInSettingsScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/settings/catalogue",
    staticData: { title: msg`Settings`, can: "settings.manage" },
    component: lazyScreen(() => import("../../features/settings/SettingsScreen.tsx"), "CatalogueSettingsScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/settings/points",
    staticData: { title: msg`Settings`, can: "settings.manage" },
    component: lazyScreen(() => import("../../features/settings/SettingsScreen.tsx"), "PointSettingsScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/settings/fields",
    staticData: { title: msg`User fields`, can: "settings.manage" },
    component: lazyScreen(() => import("../../features/settings/UserFieldsScreen.tsx"), "UserFieldsScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/settings/notifications",
    staticData: { title: msg`Settings`, can: "settings.manage" },
    component: lazyScreen(() => import("../../features/settings/SettingsScreen.tsx"), "NotificationSettingsScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/settings/notifications/$kind",
    staticData: { title: msg`Settings`, can: "settings.manage" },
    validateSearch: acceptOnly((raw): { language?: string } => textIn(raw, "language")),
    component: lazyScreen(() => import("../../features/settings/messages/MessageScreen.tsx"), "MessageScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/settings/privacy",
    staticData: { title: msg`Privacy`, can: "settings.manage" },
    component: lazyScreen(() => import("../../features/settings/privacy/PrivacyScreen.tsx"), "PrivacyScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/settings/privacy/terms/$id",
    params: idInPath,
    staticData: { title: msg`Terms of use`, can: "settings.manage" },
    validateSearch: acceptOnly((raw): TableSearch & { state?: string } => ({
      ...readTableSearch(raw),
      ...textIn(raw, "state"),
    })),
    component: lazyScreen(() => import("../../features/settings/privacy/AcceptancesScreen.tsx"), "AcceptancesScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/settings/domains",
    staticData: { title: msg`Settings`, can: "settings.manage" },
    component: lazyScreen(() => import("../../features/settings/domains/DomainsScreen.tsx"), "DomainsScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/settings/usage",
    staticData: { title: msg`Settings`, can: "settings.manage" },
    component: lazyScreen(() => import("../../features/settings/usage/UsageScreen.tsx"), "UsageScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/settings/support",
    staticData: { title: msg`Settings`, can: "settings.manage" },
    component: lazyScreen(() => import("../../features/settings/SettingsScreen.tsx"), "SupportSettingsScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/admin",
    staticData: { title: msg`Instances`, can: "instance.manage" },
    beforeLoad: (): void => void redirect({ to: "/admin/instances", ...atOnce }),
  }),
  createRoute({
    ...inBackOffice,
    path: "/admin/instances",
    staticData: { title: msg`Instances`, can: "instance.manage" },
    validateSearch: acceptOnly(readTableSearch),
    component: lazyScreen(() => import("../../features/platform/InstancesScreen.tsx"), "InstancesScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/instances/create",
    staticData: { title: msg`Create Instance`, can: "instance.manage" },
    component: lazyScreen(() => import("../../features/platform/CreateInstanceScreen.tsx"), "CreateInstanceScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/admin/instance/$id",
    params: idInPath,
    staticData: { title: msg`Instance`, can: "instance.manage" },
    validateSearch: acceptOnly((raw): TableSearch & { tab?: "courses" | "branches" | "subscriptions" } => {
      const { tab } = raw;
      const isTab = tab === "courses" || tab === "branches" || tab === "subscriptions";
      return { ...readTableSearch(raw), ...(isTab && { tab }) };
    }),
    component: lazyScreen(() => import("../../features/platform/InstanceScreen.tsx"), "InstanceScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/admin/instance/$id/edit",
    params: idInPath,
    staticData: { title: msg`Edit Instance`, can: "instance.manage" },
    component: lazyScreen(() => import("../../features/platform/EditInstanceScreen.tsx"), "EditInstanceScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/admin/instance/$id/subscriptions/create",
    params: idInPath,
    staticData: { title: msg`Create Subscription`, can: "instance.manage" },
    component: lazyScreen(
      () => import("../../features/platform/CreateSubscriptionScreen.tsx"),
      "CreateSubscriptionScreen",
    ),
  }),
  createRoute({
    ...inBackOffice,
    path: "/admin/instance/$id/subscriptions/$subscription/edit",
    params: idsInPath("id", "subscription"),
    staticData: { title: msg`Edit Subscription`, can: "instance.manage" },
    component: lazyScreen(() => import("../../features/platform/EditSubscriptionScreen.tsx"), "EditSubscriptionScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/admin/instance/$id/users/create",
    params: idInPath,
    staticData: { title: msg`Create User`, can: "instance.manage" },
    component: lazyScreen(
      () => import("../../features/platform/CreateInstanceUserScreen.tsx"),
      "CreateInstanceUserScreen",
    ),
  }),
  createRoute({
    ...inBackOffice,
    path: "/admin/instance/$id/user/$user",
    params: idsInPath("id", "user"),
    staticData: { title: msg`User`, can: "instance.manage" },
    component: lazyScreen(() => import("../../features/platform/InstanceUserScreen.tsx"), "InstanceUserScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/admin/instance/$id/user/$user/edit",
    params: idsInPath("id", "user"),
    staticData: { title: msg`Edit User`, can: "instance.manage" },
    component: lazyScreen(() => import("../../features/platform/EditInstanceUserScreen.tsx"), "EditInstanceUserScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/admin/people",
    staticData: { title: msg`Super admins`, can: "instance.manage" },
    validateSearch: acceptOnly(readTableSearch),
    component: lazyScreen(() => import("../../features/platform/PlatformPeopleScreen.tsx"), "PlatformPeopleScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/admin/system",
    staticData: { title: msg`System`, can: "instance.manage" },
    component: lazyScreen(() => import("../../features/system/SystemScreen.tsx"), "SystemScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/register",
    staticData: { title: msg`Register`, can: "account.register" },
    component: lazyScreen(() => import("../../features/platform/RegisterScreen.tsx"), "RegisterScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/audit",
    staticData: { title: msg`Audit log`, can: "audit.view" },
    validateSearch: acceptOnly((raw): TableSearch & AuditSearch => ({
      ...readTableSearch(raw),
      ...numberIn(raw, "person"),
      ...textIn(raw, "action"),
      ...textIn(raw, "kind"),
      ...textIn(raw, "from"),
      ...textIn(raw, "to"),
      ...(raw["log"] === "platform" && { log: "platform" as const }),
    })),
    component: lazyScreen(() => import("../../features/audit/AuditScreen.tsx"), "AuditScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/api-keys",
    staticData: { title: msg`API keys`, can: "api_key.manage" },
    validateSearch: acceptOnly(readTableSearch),
    component: lazyScreen(() => import("../../features/api-keys/ApiKeysScreen.tsx"), "ApiKeysScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/api-keys/use",
    staticData: { title: msg`Use the API`, can: "api_key.manage" },
    component: lazyScreen(() => import("../../features/api-keys/UseApiScreen.tsx"), "UseApiScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/api-keys/provisioning",
    staticData: { title: msg`Provisioning (SCIM)`, can: "provisioning.manage" },
    component: lazyScreen(() => import("../../features/provisioning/ProvisioningScreen.tsx"), "ProvisioningScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/xapi-statements",
    staticData: { title: msg`xAPI statements`, can: "xapi.manage" },
    validateSearch: acceptOnly(readTableSearch),
    component: lazyScreen(() => import("../../features/xapi/StatementsScreen.tsx"), "StatementsScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/xapi-credentials",
    staticData: { title: msg`xAPI credentials`, can: "xapi.manage" },
    validateSearch: acceptOnly(readTableSearch),
    component: lazyScreen(() => import("../../features/xapi/CredentialsScreen.tsx"), "CredentialsScreen"),
  }),
] as const;
