import type { Actor } from "../../access/actor.ts";
import { countWaiting, getPageOfSubmissions } from "../assignments/assignments.service.ts";
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

/** Returns what those who review submissions have to look after in the instance or branch; null for others. */
export async function readTeaching(actor: Actor, branchUrl?: string | null) {
  if (!actor.can("submission.review")) return null;
  const reach = await actor.reach("dashboard.view", branchUrl);
  const [waiting, learners] = await Promise.all([
    countWaiting(await getPageOfSubmissions(actor, { branchUrl })),
    queries.countLearnersInProgress(reach),
  ]);
  return { submissionsWaiting: waiting, learnersInProgress: learners.inProgress, learnersInactive: learners.inactive };
}
