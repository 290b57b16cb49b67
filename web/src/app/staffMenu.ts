import { msg } from "@lingui/core/macro";
import {
  BarChart3,
  BookOpen,
  Building2,
  FileCheck2,
  FolderTree,
  KeyRound,
  LayoutDashboard,
  Library,
  LifeBuoy,
  Route,
  ScrollText,
  Server,
  Settings,
  Trash2,
  Users,
  UsersRound,
  Waypoints,
} from "lucide-react";
import { lazy } from "react";
import type { MenuEntry } from "./menus.ts";

// Loaded only for users who see the entry.
const WaitingCount = lazy(async () => ({
  default: (await import("../features/assignments/WaitingCount.tsx")).WaitingCount,
}));

/** The menu of everybody but learners. */
export const staffMenu: MenuEntry[] = [
  { to: "/dashboard", label: msg`Dashboard`, icon: LayoutDashboard, can: "dashboard.view" },
  {
    to: "/admin/instances",
    label: msg`Instances`,
    icon: Server,
    can: "instance.manage",
    covers: ["/admin", "/instances", "/register"],
  },
  {
    to: "/users",
    label: msg`Users`,
    icon: Users,
    can: "user.view",
    covers: ["/user", "/adduser", "/edituser", "/bulkcreateusers", "/invitations", "/registrations"],
  },
  { to: "/courses", label: msg`Courses`, icon: BookOpen, can: "course.author", covers: ["/addcourse"] },
  { to: "/learning-paths", label: msg`Learning paths`, icon: Route, can: "learning_path.view" },
  { to: "/question-bank", label: msg`Question bank`, icon: Library, can: "course.author" },
  { to: "/submissions", label: msg`Submissions`, icon: FileCheck2, can: "submission.review", count: WaitingCount },
  { to: "/categories", label: msg`Categories`, icon: FolderTree, can: "category.manage" },
  { to: "/groups", label: msg`Groups`, icon: UsersRound, can: "group.manage" },
  { to: "/branches", label: msg`Branches`, icon: Building2, can: "branch.manage" },
  {
    label: msg`Reports`,
    icon: BarChart3,
    can: "report.view",
    covers: ["/reports"],
    children: [
      { to: "/reports/users", label: msg`Users` },
      { to: "/reports/courses", label: msg`Courses` },
      { to: "/reports/certificates", label: msg`Certificates` },
    ],
  },
  { to: "/settings/general", label: msg`Settings`, icon: Settings, can: "settings.manage", covers: ["/settings"] },
  { to: "/deleted", label: msg`Recently deleted`, icon: Trash2, can: "deleted.restore" },
  { to: "/audit", label: msg`Audit log`, icon: ScrollText, can: "audit.view" },
  { to: "/api-keys", label: msg`API keys`, icon: KeyRound, can: "api_key.manage" },
  {
    to: "/xapi-statements",
    label: msg`xAPI statements`,
    icon: Waypoints,
    can: "xapi.manage",
    covers: ["/xapi-credentials"],
  },
  { to: "/support", label: msg`Support`, icon: LifeBuoy, covers: ["/help"] },
];
