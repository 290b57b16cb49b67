import { builder } from "../../graphql/builder.ts";
import * as counts from "./menu-counts.service.ts";

const MenuCounts = builder.objectRef<counts.MenuCounts>("MenuCounts").implement({
  description: "The numbers that every screen shows in its frame.",
  fields: (t) => ({
    unread_notifications: t.exposeInt("unread"),
    submissions_waiting: t.exposeInt("waiting", {
      nullable: true,
      description: "Null for users who review no submissions.",
    }),
  }),
});

builder.queryField("menuCounts", (t) =>
  t.field({
    type: MenuCounts,
    args: { branchUrl: t.arg.string() },
    resolve: (_, { branchUrl }, { actor }) => counts.readMenuCounts(actor, branchUrl),
  }),
);
