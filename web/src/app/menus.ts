import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import {
  Award,
  BarChart3,
  BookOpen,
  Building2,
  Compass,
  Fingerprint,
  FileCheck2,
  FolderTree,
  KeyRound,
  LayoutDashboard,
  Library,
  LifeBuoy,
  Medal,
  Route,
  ScrollText,
  Server,
  Settings,
  Trash2,
  TrendingUp,
  Users,
  Waypoints,
  UsersRound,
  Zap,
  type LucideIcon,
} from "lucide-react";
import { lazy, type ComponentType } from "react";

// Loaded only for users who see the entry, whose menu does not depend on it.
const WaitingCount = lazy(() =>
  import("../features/assignments/WaitingCount.tsx").then(
    (file) => ({ default: file.WaitingCount }),
    () => ({ default: () => null }),
  ),
);

/** `can` names a permission; an entry is shown to users who have it if its route exists. `count` is shown at its end. */
type Target = {
  to: string;
  /** Beginnings of the addresses of other screens that belong to it. */
  covers?: string[];
};

export type MenuEntry = { label: MessageDescriptor; icon: LucideIcon; can?: string; count?: ComponentType } & (
  | (Target & { children?: never })
  | { to?: never; covers?: string[]; children: (Target & { label: MessageDescriptor })[] }
);

export const adminMenu: MenuEntry[] = [
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
  { to: "/automations", label: msg`Automations`, icon: Zap, can: "automation.manage" },
  { to: "/badges", label: msg`Badges`, icon: Medal, can: "badge.manage" },
  {
    to: "/certificates/templates",
    label: msg`Certificate templates`,
    icon: Award,
    can: "certificate_template.manage",
  },
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
      { to: "/reports/compliance", label: msg`Compliance` },
      { to: "/reports/matrix", label: msg`Training matrix` },
      { to: "/reports/certificates", label: msg`Certificates` },
    ],
  },
  { to: "/settings/general", label: msg`Settings`, icon: Settings, can: "settings.manage", covers: ["/settings"] },
  { to: "/identity", label: msg`Single sign-on`, icon: Fingerprint, can: "identity.manage" },
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

export const learnerMenu: MenuEntry[] = [
  { to: "/learner/dashboard", label: msg`Dashboard`, icon: LayoutDashboard, covers: ["/learner/message"] },
  { to: "/learner/courses", label: msg`My Courses`, icon: BookOpen, covers: ["/learner/path"] },
  {
    to: "/learner/course-catalog",
    label: msg`Course Catalog`,
    icon: Compass,
    can: "catalogue.view",
    covers: ["/learner/catalog"],
  },
  { to: "/learner/progress", label: msg`My Progress`, icon: TrendingUp },
  { to: "/learner/certificates", label: msg`My Certificates`, icon: Award, covers: ["/learner/badges"] },
  { to: "/support", label: msg`Support`, icon: LifeBuoy, covers: ["/help"] },
];
