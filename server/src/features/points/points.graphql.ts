import { builder } from "../../graphql/builder.ts";
import * as points from "./points.service.ts";

const LeaderboardRow = builder.objectRef<points.Leaderboard["rows"][number]>("LeaderboardRow").implement({
  fields: (t) => ({
    rank: t.exposeInt("rank", { description: "People with the same points share a place." }),
    user_name: t.exposeString("user_name"),
    points: t.exposeInt("points"),
    is_me: t.exposeBoolean("is_me"),
  }),
});

const OwnPoints = builder.objectRef<points.Leaderboard["mine"]>("OwnPoints").implement({
  fields: (t) => ({
    points: t.exposeInt("points"),
    courses: t.exposeInt("courses", { description: "How many completed courses count." }),
    paths: t.exposeInt("paths", { description: "How many completed learning paths count." }),
    badges: t.exposeInt("badges"),
    rank: t.exposeInt("rank", {
      nullable: true,
      description: "Null without points, and for people who are not listed.",
    }),
    is_hidden: t.exposeBoolean("is_hidden", { description: "Whether the caller is left out of leaderboards." }),
  }),
});

const PointRules = builder.objectRef<points.Leaderboard["rules"]>("PointRules").implement({
  fields: (t) => ({
    for_course: t.exposeInt("points_for_course"),
    for_path: t.exposeInt("points_for_path"),
    for_badge: t.exposeInt("points_for_badge"),
  }),
});

const Leaderboard = builder.objectRef<points.Leaderboard>("Leaderboard").implement({
  fields: (t) => ({
    total: t.exposeInt("total"),
    rows: t.expose("rows", { type: [LeaderboardRow] }),
    mine: t.expose("mine", { type: OwnPoints }),
    rules: t.expose("rules", { type: PointRules }),
  }),
});

builder.queryField("leaderboard", (t) =>
  t.field({
    type: Leaderboard,
    nullable: true,
    description:
      "People with the most points, of a branch or of the caller's whole access. Null where no points are given.",
    args: {
      period: t.arg.string({ description: "month (this one) or all, the default" }),
      branchUrl: t.arg.string(),
      limit: t.arg.int(),
      offset: t.arg.int(),
    },
    resolve: (_, options, { actor }) => points.findLeaderboard(actor, options),
  }),
);

builder.mutationField("hideFromLeaderboard", (t) =>
  t.field({
    type: "Boolean",
    description: "Leaves the caller out of leaderboards, or lists them again; whether they are left out now.",
    args: { hide: t.arg.boolean({ required: true }) },
    resolve: (_, { hide }, { actor }) => points.hideFromLeaderboard(actor, hide),
  }),
);
