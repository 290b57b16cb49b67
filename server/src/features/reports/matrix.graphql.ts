import { builder } from "../../graphql/builder.ts";
import { type Matrix, getPageOfMatrix } from "./matrix.service.ts";
import { CourseReport } from "./reports.graphql.ts";

type Row = Matrix["rows"][number];

const MatrixUnit = builder.objectRef<Matrix["units"][number]>("CourseMatrixUnit").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    title: t.exposeString("title"),
    type: t.exposeString("type", { description: "Content, Video, Test and so on." }),
  }),
});

const MatrixCell = builder.objectRef<Row["cells"][number]>("CourseMatrixCell").implement({
  fields: (t) => ({
    unitId: t.exposeInt("unitId"),
    state: t.exposeString("state", { description: "opened or completed" }),
    date: t.exposeString("date", {
      nullable: true,
      description: "When it was completed, otherwise when it was opened first; ISO 8601.",
    }),
    score: t.exposeInt("score", { nullable: true, description: "0 to 100" }),
    result: t.exposeString("result", {
      nullable: true,
      description:
        "passed or failed; for a test also waiting for a mark; for an assignment submitted, returned or accepted.",
    }),
  }),
});

const MatrixRow = builder.objectRef<Row>("CourseMatrixRow").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    name: t.exposeString("name"),
    progress: t.exposeInt("progress"),
    completionDate: t.exposeString("completionDate", { nullable: true }),
    cells: t.expose("cells", { type: [MatrixCell], description: "Of the units in which something happened." }),
  }),
});

const CourseMatrix = builder.objectRef<Matrix>("CourseMatrix").implement({
  fields: (t) => ({
    units: t.expose("units", { type: [MatrixUnit], description: "All units of the course, in order." }),
    total: t.exposeInt("total"),
    rows: t.expose("rows", { type: [MatrixRow] }),
  }),
});

builder.objectField(CourseReport, "matrix", (t) =>
  t.field({
    type: CourseMatrix,
    description:
      "Who has done which unit, one page of learners. Sort: name, progress, completionDate; start with '-' for descending.",
    args: { search: t.arg.string(), sort: t.arg.string(), limit: t.arg.int(), offset: t.arg.int() },
    resolve: (report, options) => getPageOfMatrix(report, options),
  }),
);
