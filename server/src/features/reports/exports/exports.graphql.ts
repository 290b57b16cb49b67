import { builder } from "../../../graphql/builder.ts";
import { getTitle, listExports } from "./exports.service.ts";

const ReportExport = builder.objectRef<Awaited<ReturnType<typeof listExports>>[number]>("ReportExport").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    kind: t.exposeString("kind", { description: "users, courses, course-users, …" }),
    title: t.string({
      args: { language: t.arg.string() },
      resolve: ({ kind }, { language }, { actor }) => getTitle(actor, kind, language),
    }),
    format: t.exposeString("format", { description: "csv, xlsx or pdf" }),
    state: t.exposeString("state", { description: "waiting, working, done or failed" }),
    total: t.exposeInt("total", { description: "rows" }),
    written: t.exposeInt("written", { description: "rows so far" }),
    created_at: t.exposeString("created_at"),
  }),
});

builder.queryField("reportExports", (t) =>
  t.field({
    type: [ReportExport],
    description:
      "The caller's exports of the last seven days, the latest first; GET /api/reports/exports/{id} returns the file.",
    resolve: (_, __, { actor }) => listExports(actor),
  }),
);
