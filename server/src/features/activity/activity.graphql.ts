import { builder } from "../../graphql/builder.ts";
import * as activity from "./activity.service.ts";

const ActivityEntry = builder.objectRef<activity.ActivityPage["data"][number]>("ActivityEntry").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    message: t.exposeString("message"),
    created_at: t.exposeString("created_at"),
  }),
});

const PaginatorInfo = builder.objectRef<activity.ActivityPage["paginatorInfo"]>("PaginatorInfo").implement({
  fields: (t) => ({
    currentPage: t.exposeInt("currentPage"),
    lastPage: t.exposeInt("lastPage"),
    total: t.exposeInt("total"),
  }),
});

const ActivityPage = builder.objectRef<activity.ActivityPage>("ActivityPage").implement({
  fields: (t) => ({
    data: t.expose("data", { type: [ActivityEntry] }),
    paginatorInfo: t.expose("paginatorInfo", { type: PaginatorInfo }),
  }),
});

builder.queryField("userActivityLog", (t) =>
  t.field({
    type: ActivityPage,
    description: "What happened to a user, newest first, ten on a page.",
    args: {
      id: t.arg.int({ required: true }),
      page: t.arg.int(),
      limit: t.arg.int(),
      language: t.arg.string({ description: "en, fr or es; the reader's own when left out." }),
      from: t.arg.string({ description: "On this day or later, yyyy-mm-dd." }),
      to: t.arg.string({ description: "On this day or before, yyyy-mm-dd." }),
      kind: t.arg.string({ description: "One kind alone, as signed_in, enrolled, unit_completed, …" }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { id, ...options }, { actor }) => activity.getPageOfActivity(actor, id, options),
  }),
);
