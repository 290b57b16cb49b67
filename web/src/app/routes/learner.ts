import { msg } from "@lingui/core/macro";
import { readCatalogueSearch } from "../../features/learning/catalog/catalogueSearch.ts";
import { createRoute, redirect } from "@tanstack/react-router";
import { readTableSearch } from "../urlTable.ts";
import { acceptOnly, atOnce, idInPath } from "./address.ts";
import { loadTexts } from "../i18n.ts";
import { inShell, signedIn } from "./frames.ts";
import { lazyScreen } from "./lazyScreen.ts";

export const learner = [
  createRoute({
    ...signedIn,
    path: "/second-factor",
    staticData: { title: msg`Second factor` },
    component: lazyScreen(() => import("../../features/profile/security/SecondFactorScreen.tsx"), "SecondFactorScreen"),
  }),
  createRoute({
    ...signedIn,
    path: "/terms",
    staticData: { title: msg`Terms of use` },
    beforeLoad: (): Promise<void> => loadTexts("product"),
    component: lazyScreen(() => import("../../features/terms/TermsScreen.tsx"), "TermsScreen"),
  }),
  createRoute({
    ...inShell,
    path: "/learner",
    staticData: { title: msg`Learner Dashboard` },
    beforeLoad: (): void => void redirect({ to: "/learner/dashboard", ...atOnce }),
  }),
  createRoute({
    ...inShell,
    path: "/learner/dashboard",
    staticData: { title: msg`Learner Dashboard` },
    component: lazyScreen(() => import("../firstScreens.ts"), "LearnerDashboardScreen"),
  }),
  createRoute({
    ...inShell,
    path: "/learner/courses",
    staticData: { title: msg`My Courses` },
    component: lazyScreen(() => import("../../features/learning/catalog/MyCoursesScreen.tsx"), "MyCoursesScreen"),
  }),
  createRoute({
    ...inShell,
    path: "/learner/course-catalog",
    staticData: { title: msg`Course Catalog`, can: "catalogue.view" },
    validateSearch: acceptOnly(readCatalogueSearch),
    component: lazyScreen(() => import("../../features/learning/catalog/CatalogScreen.tsx"), "CatalogScreen"),
  }),
  createRoute({
    ...inShell,
    path: "/learner/catalog/course/$id",
    params: idInPath,
    staticData: { title: msg`Course` },
    validateSearch: acceptOnly(
      ({ from, error, completed }): { from?: "myCourses"; error?: string; completed?: true } => ({
        ...(from === "myCourses" && { from }),
        ...(typeof error === "string" && { error }),
        ...(completed === true && { completed }),
      }),
    ),
    component: lazyScreen(() => import("../../features/learning/overview/OverviewScreen.tsx"), "OverviewScreen"),
  }),
  createRoute({
    ...inShell,
    path: "/learner/message/$id",
    params: idInPath,
    staticData: { title: msg`Message` },
    beforeLoad: (): Promise<void> => loadTexts("product"),
    component: lazyScreen(() => import("../../features/announcements/MessageScreen.tsx"), "MessageScreen"),
  }),
  createRoute({
    ...inShell,
    path: "/learner/path/$id",
    params: idInPath,
    staticData: { title: msg`Learning paths` },
    beforeLoad: (): Promise<void> => loadTexts("product"),
    component: lazyScreen(() => import("../../features/learning-paths/way/WayScreen.tsx"), "WayScreen"),
  }),
  createRoute({
    ...inShell,
    path: "/learner/progress",
    staticData: { title: msg`My Progress`, can: "learn" },
    validateSearch: acceptOnly(readTableSearch),
    component: lazyScreen(() => import("../../features/dashboards/MyProgressScreen.tsx"), "MyProgressScreen"),
  }),
  createRoute({
    ...inShell,
    path: "/learner/certificates",
    staticData: { title: msg`My Certificates`, can: "learn" },
    validateSearch: acceptOnly(readTableSearch),
    component: lazyScreen(() => import("../../features/certificates/MyCertificatesScreen.tsx"), "MyCertificatesScreen"),
  }),
  createRoute({
    ...inShell,
    path: "/learner/badges",
    staticData: { title: msg`My Badges`, can: "learn" },
    component: lazyScreen(() => import("../../features/certificates/BadgesScreen.tsx"), "BadgesScreen"),
  }),
  createRoute({
    ...inShell,
    path: "/profile",
    staticData: { title: msg`Profile Settings`, can: "profile.edit" },
    validateSearch: acceptOnly(({ tab }): { tab?: "security" | "data" } =>
      tab === "security" || tab === "data" ? { tab } : {},
    ),
    component: lazyScreen(() => import("../../features/profile/ProfileScreen.tsx"), "ProfileScreen"),
  }),
  createRoute({
    ...inShell,
    path: "/profile/security",
    beforeLoad: (): void => void redirect({ to: "/profile", search: { tab: "security" }, ...atOnce }),
  }),
  createRoute({
    ...inShell,
    path: "/support",
    staticData: { title: msg`Support` },
    component: lazyScreen(() => import("../../features/support/SupportScreen.tsx"), "SupportScreen"),
  }),
  createRoute({
    ...inShell,
    path: "/help/{-$page}",
    staticData: { title: msg`Help` },
    component: lazyScreen(() => import("../../features/help/HelpScreen.tsx"), "HelpScreen"),
  }),
] as const;
