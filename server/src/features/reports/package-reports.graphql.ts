import { builder } from "../../graphql/builder.ts";
import { peopleFilters } from "./filters.graphql.ts";
import * as packages from "./package-reports.service.ts";

type Page = Awaited<ReturnType<typeof packages.getPageOfPackageResults>>;

const PackageResult = builder.objectRef<Page["rows"][number]>("PackageResult").implement({
  fields: (t) => ({
    user_id: t.exposeInt("user_id"),
    name: t.exposeString("name"),
    unit_id: t.exposeInt("unit_id"),
    unit: t.exposeString("unit"),
    kind: t.exposeString("kind", { description: "scorm_1_2, scorm_2004, xapi or cmi5." }),
    completion_status: t.exposeString("completion_status", { description: "unknown, incomplete or completed." }),
    success_status: t.exposeString("success_status", { description: "unknown, passed or failed." }),
    score: t.exposeFloat("score", { nullable: true, description: "0 to 100." }),
    seconds: t.exposeFloat("seconds", { description: "As the package has reported them." }),
    updated_at: t.string({ resolve: (row) => row.updated_at.toISOString() }),
  }),
});

const PackageResultPage = builder.objectRef<Page>("PackageResultPage").implement({
  fields: (t) => ({ total: t.exposeInt("total"), rows: t.expose("rows", { type: [PackageResult] }) }),
});

type Question = Awaited<ReturnType<typeof packages.listPackageQuestions>>[number];

const PackageQuestion = builder.objectRef<Question>("PackageQuestion").implement({
  description: "A question that a package has asked: a SCORM interaction.",
  fields: (t) => ({
    unit_id: t.exposeInt("unit_id"),
    unit: t.exposeString("unit"),
    question: t.exposeString("question", { description: "The id that the package gives it." }),
    description: t.exposeString("description", { nullable: true }),
    type: t.exposeString("type", { nullable: true }),
    answered: t.exposeInt("answered", { description: "How many people have answered." }),
    correct: t.exposeInt("correct", { description: "How many of them were correct in their latest answer." }),
    tries: t.exposeInt("tries", { description: "How often it was answered in total." }),
  }),
});

builder.queryFields((t) => ({
  packageResultsPage: t.field({
    type: PackageResultPage,
    description: "Sort: name, unit, completion, success, score, seconds, updated; start with '-' for descending.",
    args: {
      course_id: t.arg.int({ required: true }),
      search: t.arg.string(),
      sort: t.arg.string(),
      limit: t.arg.int(),
      offset: t.arg.int(),
      ...peopleFilters,
    },
    resolve: (_, { course_id, ...asked }, { actor }) => packages.getPageOfPackageResults(actor, course_id, asked),
  }),
  packageQuestions: t.field({
    type: [PackageQuestion],
    args: { course_id: t.arg.int({ required: true }), ...peopleFilters },
    resolve: (_, { course_id, ...filters }, { actor }) => packages.listPackageQuestions(actor, course_id, filters),
  }),
}));
