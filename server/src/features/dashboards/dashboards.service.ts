import type { Actor } from "../../access/actor.ts";
import { roleLabel } from "../users/users.service.ts";
import * as queries from "./dashboards.queries.ts";

/**
 * Returns the figures of the instance or branch. The rate is completions of enrolments in whole percent; time is in
 * seconds.
 */
export async function readDashboard(actor: Actor, branchUrl?: string | null) {
  const reach = await actor.reach("dashboard.view", branchUrl);
  const users = await queries.listRecentUsers(reach);
  const recentCourses = await queries.listRecentCourses(reach);
  const figures = await queries.readFigures(reach);
  const { assignedCourses, completedCourses } = figures;
  return {
    recentUsers: users.map((user) => ({
      ...user,
      name: `${user.first_name} ${user.last_name}`,
      type: roleLabel(user.role),
    })),
    recentCourses,
    analyticsData: {
      ...figures,
      completionRate: assignedCourses === 0 ? 0 : Math.round((completedCourses / assignedCourses) * 100),
    },
  };
}
