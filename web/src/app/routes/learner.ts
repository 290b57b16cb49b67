import { msg } from "@lingui/core/macro";
import { readCatalogueSearch } from "../../features/learning/catalog/catalogueSearch.ts";
import { lazyRouteComponent } from "../../router/index.ts";
import { readTableSearch } from "../urlTable.ts";
import { idInPath } from "./address.ts";
import { inShell, signedIn } from "./frames.ts";

export const learner = [
  inShell({
    path: "/learner/dashboard",
    staticData: { title: msg`Learner Dashboard` },
    component: lazyRouteComponent(
      () => import("../../features/dashboards/LearnerDashboardScreen.tsx"),
      "LearnerDashboardScreen",
    ),
  }),
  inShell({
    path: "/learner/courses",
    staticData: { title: msg`My Courses` },
    component: lazyRouteComponent(
      () => import("../../features/learning/catalog/MyCoursesScreen.tsx"),
      "MyCoursesScreen",
    ),
  }),
  inShell({
    path: "/learner/course-catalog",
    staticData: { title: msg`Course Catalog` },
    validateSearch: readCatalogueSearch,
    component: lazyRouteComponent(() => import("../../features/learning/catalog/CatalogScreen.tsx"), "CatalogScreen"),
  }),
  inShell({
    path: "/learner/catalog/course/$id",
    params: idInPath,
    staticData: { title: msg`Course` },
    validateSearch: ({ from, error }): { from?: "myCourses"; error?: string } => ({
      ...(from === "myCourses" && { from }),
      ...(typeof error === "string" && { error }),
    }),
    component: lazyRouteComponent(
      () => import("../../features/learning/overview/OverviewScreen.tsx"),
      "OverviewScreen",
    ),
  }),
  inShell({
    path: "/learner/progress",
    staticData: { title: msg`My Progress`, can: "learn" },
    validateSearch: readTableSearch,
    component: lazyRouteComponent(() => import("../../features/dashboards/MyProgressScreen.tsx"), "MyProgressScreen"),
  }),
  inShell({
    path: "/learner/certificates",
    staticData: { title: msg`My Certificates`, can: "learn" },
    validateSearch: readTableSearch,
    component: lazyRouteComponent(
      () => import("../../features/certificates/MyCertificatesScreen.tsx"),
      "MyCertificatesScreen",
    ),
  }),
  inShell({
    path: "/learner/badges",
    staticData: { title: msg`My Badges`, can: "learn" },
    component: lazyRouteComponent(() => import("../../features/certificates/BadgesScreen.tsx"), "BadgesScreen"),
  }),
  inShell({
    path: "/profile",
    staticData: { title: msg`Profile Settings`, can: "profile.edit" },
    validateSearch: ({ tab }): { tab?: "security" } => (tab === "security" ? { tab } : {}),
    component: lazyRouteComponent(() => import("../../features/profile/ProfileScreen.tsx"), "ProfileScreen"),
  }),
  inShell({
    path: "/support",
    staticData: { title: msg`Support` },
    component: lazyRouteComponent(() => import("../../features/support/SupportScreen.tsx"), "SupportScreen"),
  }),
];

/** The player has a layout of its own. A unit that makes no sense as a number is one that does not exist: 0. */
export const player = signedIn({
  path: "/learner/course/$course/unit/{-$unit_order}",
  params: {
    parse: ({ course, unit_order }: { course: string; unit_order?: string }) => ({
      course: idInPath.parse({ id: course }).id,
      unit_order: unit_order === undefined ? undefined : /^\d{1,9}$/.test(unit_order) ? Number(unit_order) : 0,
    }),
  },
  staticData: { title: msg`Course` },
  component: lazyRouteComponent(() => import("../../features/learning/player/PlayerScreen.tsx"), "PlayerScreen"),
});
