import { builder } from "../../graphql/builder.ts";
import { readDashboard, readTeaching } from "./dashboards.service.ts";

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

const Teaching = builder.objectRef<NonNullable<Awaited<ReturnType<typeof readTeaching>>>>("Teaching").implement({
  fields: (t) => ({
    submissionsWaiting: t.exposeInt("submissionsWaiting"),
    learnersInProgress: t.exposeInt("learnersInProgress", {
      description: "Active users with a course in progress.",
    }),
    learnersInactive: t.exposeInt("learnersInactive", {
      description: "Those of them who have not learned for 14 days.",
    }),
  }),
});

const DashboardData = builder
  .objectRef<Dashboard & { branchUrl?: string | null | undefined }>("DashboardData")
  .implement({
    fields: (t) => ({
      recentUsers: t.expose("recentUsers", { type: [RecentUser] }),
      recentCourses: t.expose("recentCourses", { type: [RecentCourse] }),
      analyticsData: t.expose("analyticsData", { type: Analytics }),
      teaching: t.field({
        type: Teaching,
        nullable: true,
        description: "What reviewers of submissions have to look after; null for others.",
        resolve: ({ branchUrl }, _, { actor }) => readTeaching(actor, branchUrl),
      }),
    }),
  });

builder.queryField("dashboardData", (t) =>
  t.field({
    type: DashboardData,
    args: { branchUrl: t.arg.string() },
    resolve: async (_, { branchUrl }, { actor }) => ({ ...(await readDashboard(actor, branchUrl)), branchUrl }),
  }),
);
