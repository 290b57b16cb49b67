import { builder } from "../../graphql/builder.ts";
import { readDashboard } from "./dashboards.service.ts";

type Dashboard = Awaited<ReturnType<typeof readDashboard>>;

const RecentUser = builder.objectRef<Dashboard["recentUsers"][number]>("RecentUser").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    name: t.exposeString("name"),
    first_name: t.exposeString("first_name"),
    last_name: t.exposeString("last_name"),
    email: t.exposeString("email"),
    role: t.exposeString("role"),
    type: t.exposeString("type", { description: "The role in words." }),
    assignedCourses: t.exposeInt("assignedCourses"),
    completedCourses: t.exposeInt("completedCourses"),
  }),
});

const RecentCourse = builder.objectRef<Dashboard["recentCourses"][number]>("RecentCourse").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    name: t.exposeString("name"),
    users: t.exposeInt("users"),
  }),
});

const Analytics = builder.objectRef<Dashboard["analyticsData"]>("Analytics").implement({
  fields: (t) => ({
    completionRate: t.exposeInt("completionRate"),
    completedCourses: t.exposeInt("completedCourses"),
    inProgressCourses: t.exposeInt("inProgressCourses"),
    notStartedCourses: t.exposeInt("notStartedCourses"),
    trainingTime: t.exposeInt("trainingTime", { description: "seconds" }),
    assignedCourses: t.exposeInt("assignedCourses"),
    activeUsers: t.exposeInt("activeUsers"),
    inactiveUsers: t.exposeInt("inactiveUsers"),
    totalCourses: t.exposeInt("totalCourses"),
  }),
});

const DashboardData = builder.objectRef<Dashboard>("DashboardData").implement({
  fields: (t) => ({
    recentUsers: t.expose("recentUsers", { type: [RecentUser] }),
    recentCourses: t.expose("recentCourses", { type: [RecentCourse] }),
    analyticsData: t.expose("analyticsData", { type: Analytics }),
  }),
});

builder.queryField("dashboardData", (t) =>
  t.field({
    type: DashboardData,
    args: { branchUrl: t.arg.string() },
    resolve: (_, { branchUrl }, { actor }) => readDashboard(actor, branchUrl),
  }),
);
