import { builder } from "../../graphql/builder.ts";
import { populationFilters } from "./filters.graphql.ts";
import { listReports, getPageOfReport, type ReportList } from "./report-screen.service.ts";

type Report = ReportList["reports"][number];

const ReportColumn = builder.objectRef<Report["columns"][number]>("ReportColumn").implement({
  fields: (t) => ({
    key: t.exposeString("key"),
    label: t.exposeString("label"),
    format: t.exposeString("format", {
      description: "text, number, percent, day, date, minute, duration or term; cells are formatted already.",
    }),
    explanation: t.exposeString("explanation", { nullable: true }),
    sort: t.exposeString("sort", { nullable: true, description: "The name of its sort order." }),
  }),
});

const ReportDefinition = builder.objectRef<Report>("ReportDefinition").implement({
  fields: (t) => ({
    kind: t.exposeString("kind"),
    title: t.exposeString("title"),
    filters: t.exposeStringList("filters", { description: "The filters that it declares; any other is an error." }),
    is_scheduled: t.exposeBoolean("is_scheduled", { description: "Whether it can be mailed on a schedule." }),
    has_general_screen: t.exposeBoolean("has_general_screen"),
    columns: t.expose("columns", { type: [ReportColumn] }),
  }),
});

const ReportExplanation = builder
  .objectRef<ReportList["explanations"][number]>("ReportExplanation")
  .implement({ fields: (t) => ({ figure: t.exposeString("figure"), text: t.exposeString("text") }) });

const ReportDefinitions = builder.objectRef<ReportList>("ReportDefinitions").implement({
  fields: (t) => ({
    version: t.exposeString("version", { description: "Changes with any of the definitions." }),
    reports: t.expose("reports", { type: [ReportDefinition] }),
    explanations: t.expose("explanations", { type: [ReportExplanation] }),
  }),
});

type Page = Awaited<ReturnType<typeof getPageOfReport>>;

const ReportTableRow = builder.objectRef<Page["rows"][number]>("ReportTableRow").implement({
  fields: (t) => ({ cells: t.field({ type: t.listRef("String", { nullable: true }), resolve: ({ cells }) => cells }) }),
});

const ReportTablePage = builder.objectRef<Page>("ReportTablePage").implement({
  fields: (t) => ({ total: t.exposeInt("total"), rows: t.expose("rows", { type: [ReportTableRow] }) }),
});

builder.queryFields((t) => ({
  reportDefinitions: t.field({
    type: ReportDefinitions,
    nullable: true,
    description: "The reports that the caller may read, and what their figures mean. Null if `known` is their version.",
    args: { language: t.arg.string(), known: t.arg.string() },
    resolve: (_, asked, { actor }) => listReports(actor, asked),
  }),
  reportTable: t.field({
    type: ReportTablePage,
    description: "One page of a report. A filter that the report does not declare is an error.",
    args: {
      kind: t.arg.string({ required: true }),
      course_id: t.arg.int(),
      user_id: t.arg.int(),
      state: t.arg.string(),
      event: t.arg.string(),
      due: t.arg.string({ description: "overdue, due_soon, due or none." }),
      ...populationFilters,
      search: t.arg.string(),
      sort: t.arg.string(),
      limit: t.arg.int(),
      offset: t.arg.int(),
      language: t.arg.string(),
    },
    resolve: (_, asked, { actor }) => getPageOfReport(actor, asked),
  }),
}));
