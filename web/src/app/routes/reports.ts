import { msg } from "@lingui/core/macro";
import type { CertifiedSearch } from "../../features/reports/certified/CertifiedScreen.tsx";
import type { ReportSearch } from "../../features/reports/reportSearch.ts";
import { lazyRouteComponent } from "../../router/index.ts";
import { readTableSearch, type TableSearch } from "../urlTable.ts";
import { idInPath, listIn, numberIn, textIn } from "./address.ts";
import { inBackOffice, inShell } from "./frames.ts";

export const dashboard = inShell({
  path: "/dashboard",
  // Homes are guarded by role alone: to be sent home from home would never end.
  staticData: { title: msg`Dashboard`, roles: ["super_admin", "admin", "instructor", "manager"] },
  component: lazyRouteComponent(() => import("../../features/dashboards/DashboardScreen.tsx"), "DashboardScreen"),
});

export const reports = [
  inBackOffice({
    path: "/reports/courses",
    staticData: { title: msg`Course Reports`, can: "report.view" },
    validateSearch: readReportSearch,
    component: lazyRouteComponent(
      () => import("../../features/reports/AllCoursesReportScreen.tsx"),
      "AllCoursesReportScreen",
    ),
  }),
  inBackOffice({
    path: "/reports/courses/$id",
    params: idInPath,
    staticData: { title: msg`Course Report`, can: "report.view" },
    validateSearch: readReportSearch,
    component: lazyRouteComponent(() => import("../../features/reports/CourseReportScreen.tsx"), "CourseReportScreen"),
  }),
  inBackOffice({
    path: "/reports/users",
    staticData: { title: msg`User Reports`, can: "report.view" },
    validateSearch: readReportSearch,
    component: lazyRouteComponent(
      () => import("../../features/reports/AllUsersReportScreen.tsx"),
      "AllUsersReportScreen",
    ),
  }),
  inBackOffice({
    path: "/reports/users/$id",
    params: idInPath,
    staticData: { title: msg`User Report`, can: "report.view" },
    validateSearch: readReportSearch,
    component: lazyRouteComponent(() => import("../../features/reports/user/UserReportScreen.tsx"), "UserReportScreen"),
  }),
  inBackOffice({
    path: "/reports/exports",
    staticData: { title: msg`Reports`, can: "report.view" },
    validateSearch: readReportSearch,
    component: lazyRouteComponent(() => import("../../features/reports/exports/ExportsScreen.tsx"), "ExportsScreen"),
  }),
  inBackOffice({
    path: "/reports/schedules",
    staticData: { title: msg`Reports`, can: "report.schedule" },
    component: lazyRouteComponent(
      () => import("../../features/reports/schedules/SchedulesScreen.tsx"),
      "SchedulesScreen",
    ),
  }),
  inBackOffice({
    path: "/reports/certificates",
    staticData: { title: msg`Certificates`, can: "report.view" },
    validateSearch: (raw): TableSearch & ReportSearch & CertifiedSearch => {
      const state = (["due", "expired", "valid", "revoked"] as const).find((name) => name === raw["state"]);
      return { ...readReportSearch(raw), ...(state && { state }), ...numberIn(raw, "course") };
    },
    component: lazyRouteComponent(
      () => import("../../features/reports/certified/CertifiedScreen.tsx"),
      "CertifiedScreen",
    ),
  }),
];

/** A table's state, the tab, and what a report is narrowed to. */
function readReportSearch(raw: Record<string, unknown>): TableSearch & ReportSearch & { tab?: string } {
  return {
    ...readTableSearch(raw),
    ...textIn(raw, "tab"),
    ...textIn(raw, "from"),
    ...textIn(raw, "to"),
    ...textIn(raw, "event"),
    ...numberIn(raw, "category"),
    ...listIn(raw, "branches"),
    ...listIn(raw, "groups"),
  };
}
