import { msg } from "@lingui/core/macro";
import type { CertifiedSearch } from "../../features/reports/certified/CertifiedScreen.tsx";
import type { MatrixSearch } from "../../features/reports/compliance/MatrixScreen.tsx";
import type { ReportSearch } from "../../features/reports/reportSearch.ts";
import { createRoute, redirect } from "@tanstack/react-router";
import { readTableSearch, type TableSearch } from "../urlTable.ts";
import { acceptOnly, atOnce, idInPath, listIn, numberIn, textIn } from "./address.ts";
import { inBackOffice, inShell } from "./frames.ts";
import { lazyScreen } from "./lazyScreen.ts";

export const dashboard = createRoute({
  ...inShell,
  path: "/dashboard",
  // Homes are guarded by role only: redirecting home from home would never end.
  staticData: { title: msg`Dashboard`, roles: ["super_admin", "admin", "instructor", "manager"] },
  component: lazyScreen(() => import("../../features/dashboards/DashboardScreen.tsx"), "DashboardScreen"),
});

export const reports = [
  createRoute({
    ...inBackOffice,
    path: "/reports",
    staticData: { title: msg`Reports`, can: "report.view" },
    beforeLoad: (): void => void redirect({ to: "/reports/users", ...atOnce }),
  }),
  createRoute({
    ...inBackOffice,
    path: "/reports/courses",
    staticData: { title: msg`Course Reports`, can: "report.view" },
    validateSearch: acceptOnly(readReportSearch),
    component: lazyScreen(() => import("../../features/reports/AllCoursesReportScreen.tsx"), "AllCoursesReportScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/reports/courses/$id",
    params: idInPath,
    staticData: { title: msg`Course Report`, can: "report.view" },
    validateSearch: acceptOnly(readReportSearch),
    component: lazyScreen(() => import("../../features/reports/CourseReportScreen.tsx"), "CourseReportScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/reports/users",
    staticData: { title: msg`User Reports`, can: "report.view" },
    validateSearch: acceptOnly(readReportSearch),
    component: lazyScreen(() => import("../../features/reports/AllUsersReportScreen.tsx"), "AllUsersReportScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/reports/users/$id",
    params: idInPath,
    staticData: { title: msg`User Report`, can: "report.view" },
    validateSearch: acceptOnly(readReportSearch),
    component: lazyScreen(() => import("../../features/reports/user/UserReportScreen.tsx"), "UserReportScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/reports/table",
    staticData: { title: msg`Reports`, can: "report.view" },
    validateSearch: acceptOnly((raw): TableSearch & ReportSearch & { report?: string } => ({
      ...readReportSearch(raw),
      ...textIn(raw, "report"),
      ...textIn(raw, "due"),
    })),
    component: lazyScreen(() => import("../../features/reports/ReportScreen.tsx"), "ReportScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/reports/compliance",
    staticData: { title: msg`Compliance`, can: "report.view" },
    validateSearch: acceptOnly(readReportSearch),
    component: lazyScreen(() => import("../../features/reports/compliance/ComplianceScreen.tsx"), "ComplianceScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/reports/compliance/course/$id",
    params: idInPath,
    staticData: { title: msg`Compliance`, can: "report.view" },
    validateSearch: acceptOnly(readSubjectSearch),
    component: lazyScreen(
      () => import("../../features/reports/compliance/SubjectScreens.tsx"),
      "CourseComplianceScreen",
    ),
  }),
  createRoute({
    ...inBackOffice,
    path: "/reports/compliance/path/$id",
    params: idInPath,
    staticData: { title: msg`Compliance`, can: "report.view" },
    validateSearch: acceptOnly(readSubjectSearch),
    component: lazyScreen(() => import("../../features/reports/compliance/SubjectScreens.tsx"), "PathComplianceScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/reports/compliance/branch/$url",
    staticData: { title: msg`Compliance`, can: "report.view" },
    validateSearch: acceptOnly(readSubjectSearch),
    component: lazyScreen(
      () => import("../../features/reports/compliance/SubjectScreens.tsx"),
      "BranchComplianceScreen",
    ),
  }),
  createRoute({
    ...inBackOffice,
    path: "/reports/matrix",
    staticData: { title: msg`Training matrix`, can: "report.view" },
    validateSearch: acceptOnly((raw): TableSearch & ReportSearch & MatrixSearch => ({
      ...readReportSearch(raw),
      ...textIn(raw, "state"),
      ...textIn(raw, "of"),
    })),
    component: lazyScreen(() => import("../../features/reports/compliance/MatrixScreen.tsx"), "MatrixScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/reports/exports",
    staticData: { title: msg`Exports` },
    validateSearch: acceptOnly(readReportSearch),
    component: lazyScreen(() => import("../../features/reports/exports/ExportsScreen.tsx"), "ExportsScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/reports/schedules",
    staticData: { title: msg`Reports`, can: "report.schedule" },
    component: lazyScreen(() => import("../../features/reports/schedules/SchedulesScreen.tsx"), "SchedulesScreen"),
  }),
  createRoute({
    ...inBackOffice,
    path: "/reports/certificates",
    staticData: { title: msg`Certificates`, can: "report.view" },
    validateSearch: acceptOnly((raw): TableSearch & ReportSearch & CertifiedSearch => {
      const state = (["due", "expired", "valid", "revoked"] as const).find((name) => name === raw["state"]);
      return {
        ...readReportSearch(raw),
        ...(state && { state }),
        ...numberIn(raw, "course"),
        ...numberIn(raw, "path"),
      };
    }),
    component: lazyScreen(() => import("../../features/reports/certified/CertifiedScreen.tsx"), "CertifiedScreen"),
  }),
] as const;

/** Reads a table's state, the tab, and a report's filters. */
function readReportSearch(raw: Record<string, unknown>): TableSearch & ReportSearch & { tab?: string } {
  return {
    ...readTableSearch(raw),
    ...textIn(raw, "tab"),
    ...textIn(raw, "from"),
    ...textIn(raw, "to"),
    ...textIn(raw, "event"),
    ...numberIn(raw, "unit"),
    ...numberIn(raw, "category"),
    ...listIn<string, "branches">(raw, "branches"),
    ...listIn<number, "groups">(raw, "groups"),
  };
}

/** Reads what the compliance page of a course, learning path or branch has in its address. */
function readSubjectSearch(
  raw: Record<string, unknown>,
): TableSearch & ReportSearch & { tab?: string; state?: string } {
  return { ...readReportSearch(raw), ...textIn(raw, "state") };
}
