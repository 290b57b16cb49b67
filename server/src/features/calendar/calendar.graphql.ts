import { builder } from "../../graphql/builder.ts";
import { Changed } from "../../graphql/changed.graphql.ts";
import * as calendar from "./calendar.service.ts";

const CalendarFeed = builder.objectRef<{ created_at: string }>("CalendarFeed").implement({
  description: "The viewer's calendar of due dates. Its address is returned once, when it is created.",
  fields: (t) => ({ created_at: t.exposeString("created_at") }),
});

builder.queryField("calendarFeed", (t) =>
  t.field({ type: CalendarFeed, nullable: true, resolve: (_, __, { actor }) => calendar.readFeed(actor) }),
);

builder.mutationFields((t) => ({
  createCalendarFeed: t.string({
    description: "Creates a secret address of the viewer's calendar; a former one ends.",
    resolve: (_, __, { actor }) => calendar.createFeed(actor),
  }),
  deleteCalendarFeed: t.field({ type: Changed, resolve: (_, __, { actor }) => calendar.deleteFeed(actor) }),
}));
