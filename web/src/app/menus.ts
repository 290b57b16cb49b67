import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Award, BookOpen, Compass, LayoutDashboard, LifeBuoy, TrendingUp, type LucideIcon } from "lucide-react";
import type { ComponentType } from "react";

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

export const learnerMenu: MenuEntry[] = [
  { to: "/learner/dashboard", label: msg`Dashboard`, icon: LayoutDashboard },
  { to: "/learner/courses", label: msg`My Courses`, icon: BookOpen, covers: ["/learner/path"] },
  { to: "/learner/course-catalog", label: msg`Course Catalog`, icon: Compass, covers: ["/learner/catalog"] },
  { to: "/learner/progress", label: msg`My Progress`, icon: TrendingUp },
  { to: "/learner/certificates", label: msg`My Certificates`, icon: Award, covers: ["/learner/badges"] },
  { to: "/support", label: msg`Support`, icon: LifeBuoy, covers: ["/help"] },
];
