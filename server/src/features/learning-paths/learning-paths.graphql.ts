import { builder } from "../../graphql/builder.ts";
import { Changed } from "../../graphql/changed.graphql.ts";
import { pageArguments } from "../../graphql/page.ts";
import { signedAddressOrNull } from "../files/files.service.ts";
import * as assigning from "./assigning.service.ts";
import * as paths from "./learning-paths.service.ts";
import {
  AssignmentInput,
  LearningPathSummary,
  type ListedPath,
  PathChoices,
  PathCourse,
  PathEffect,
  PathFigures,
  PathInput,
  PathMember,
  PathPeoplePage,
  PathRemoval,
  PathSection,
} from "./path-types.graphql.ts";

const LearningPathPage = builder.objectRef<{ total: number; rows: ListedPath[] }>("LearningPathPage").implement({
  fields: (t) => ({ total: t.exposeInt("total"), rows: t.expose("rows", { type: [LearningPathSummary] }) }),
});

const LearningPath = builder.objectRef<paths.Path>("LearningPath").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    version: t.exposeInt("version"),
    title: t.exposeString("title"),
    description: t.exposeString("description"),
    cover: t.string({
      nullable: true,
      resolve: (path, _, { actor }) => signedAddressOrNull(actor.platform.secret, path.cover_key),
    }),
    status: t.exposeString("status", { description: "draft or published" }),
    in_catalogue: t.exposeBoolean("in_catalogue"),
    is_sequential: t.exposeBoolean("is_sequential"),
    due_days: t.exposeInt("due_days", { nullable: true }),
    certificate_months: t.exposeInt("certificate_months", {
      nullable: true,
      description: "How long its certificate is valid; null without a certificate.",
    }),
    certificate_template_id: t.exposeInt("certificate_template_id", { nullable: true }),
    owning_branch: t.exposeString("owning_branch", { nullable: true, description: "Null for the main site." }),
    may_edit: t.exposeBoolean("may_edit"),
    sections: t.field({ type: [PathSection], resolve: (path) => paths.listSections(path) }),
    figures: t.field({ type: PathFigures, resolve: (path) => assigning.readFigures(path) }),
    members: t.field({ type: [PathMember], resolve: (path) => assigning.listMembers(path) }),
    peoplePage: t.field({
      type: PathPeoplePage,
      description: "Sort: name, email, status, progress, due, assigned or completed, '-' in front for descending.",
      args: {
        status: t.arg.string({ description: "not_started, in_progress or completed" }),
        due: t.arg.string({ description: "overdue, due_soon, due or none" }),
        ...pageArguments,
      },
      resolve: (path, filter) => assigning.getPageOfPeople(path, filter),
    }),
  }),
});

const AddedToPath = builder.objectRef<{ added: number }>("AddedToLearningPath").implement({
  fields: (t) => ({ added: t.exposeInt("added", { description: "How many people were not assigned before." }) }),
});

const BranchUrl = builder.args((t) => ({ branchUrl: t.string() }));

builder.queryFields((t) => ({
  learningPaths: t.field({
    type: LearningPathPage,
    description: "Sort: title, status, courses, people, completed or changed, '-' in front for descending.",
    args: { status: t.arg.string({ description: "draft or published" }), ...BranchUrl, ...pageArguments },
    resolve: (_, options, { actor }) => paths.getPageOfPaths(actor, options),
  }),
  learningPath: t.field({
    type: LearningPath,
    args: { id: t.arg.int({ required: true }), ...BranchUrl },
    resolve: (_, { id, branchUrl }, { actor }) => paths.getPath(actor, id, branchUrl),
  }),
  learningPathCourses: t.field({
    type: [PathCourse],
    description: "Courses that may be added to a path, at most a hundred.",
    args: { search: t.arg.string(), ...BranchUrl },
    resolve: (_, { search, branchUrl }, { actor }) => paths.listCoursesToAdd(actor, search, branchUrl),
  }),
  learningPathChoices: t.field({
    type: PathChoices,
    args: { id: t.arg.int({ required: true }), search: t.arg.string(), ...BranchUrl },
    resolve: (_, { id, search, branchUrl }, { actor }) => assigning.listChoices(actor, id, search, branchUrl),
  }),
  learningPathRemoval: t.field({
    type: PathRemoval,
    description: "Before deleting a path.",
    args: { id: t.arg.int({ required: true }), ...BranchUrl },
    resolve: (_, { id, branchUrl }, { actor }) => assigning.measureRemoval(actor, id, branchUrl),
  }),
}));

builder.mutationFields((t) => ({
  createLearningPath: t.field({
    type: LearningPath,
    args: { input: t.arg({ type: PathInput, required: true }), ...BranchUrl },
    resolve: (_, { input, branchUrl }, { actor }) => paths.createPath(actor, input, branchUrl),
  }),
  updateLearningPath: t.field({
    type: LearningPath,
    description: "Fails when the path has changed since the version that the client read.",
    args: {
      id: t.arg.int({ required: true }),
      version: t.arg.int({ required: true }),
      input: t.arg({ type: PathInput, required: true }),
      ...BranchUrl,
    },
    resolve: (_, { id, version, input, branchUrl }, { actor }) =>
      paths.updatePath(actor, { ...input, id, version }, branchUrl),
  }),
  measureLearningPathChange: t.field({
    type: PathEffect,
    description: "What updateLearningPath would mean for the people who are assigned. Changes nothing.",
    args: {
      id: t.arg.int({ required: true }),
      version: t.arg.int({ required: true }),
      input: t.arg({ type: PathInput, required: true }),
      ...BranchUrl,
    },
    resolve: (_, { id, version, input, branchUrl }, { actor }) =>
      paths.measureChange(actor, { ...input, id, version }, branchUrl),
  }),
  deleteLearningPath: t.field({
    type: Changed,
    args: { id: t.arg.int({ required: true }), ...BranchUrl },
    resolve: (_, { id, branchUrl }, { actor }) => paths.deletePath(actor, id, branchUrl),
  }),
  assignLearningPath: t.field({
    type: AddedToPath,
    description: "To people, and to groups and branches with everybody who joins them later.",
    args: { id: t.arg.int({ required: true }), to: t.arg({ type: AssignmentInput, required: true }), ...BranchUrl },
    resolve: (_, { id, to, branchUrl }, { actor }) => assigning.assign(actor, id, to, branchUrl),
  }),
  unassignLearningPath: t.field({
    type: Changed,
    args: { id: t.arg.int({ required: true }), from: t.arg({ type: AssignmentInput, required: true }), ...BranchUrl },
    resolve: (_, { id, from, branchUrl }, { actor }) => assigning.unassign(actor, id, from, branchUrl),
  }),
  restoreLearningPathAssignment: t.field({
    type: Changed,
    description: "Undoes unassignLearningPath: enrolments that ended with the assignment return with their progress.",
    args: { id: t.arg.int({ required: true }), to: t.arg({ type: AssignmentInput, required: true }), ...BranchUrl },
    resolve: (_, { id, to, branchUrl }, { actor }) => assigning.restoreAssignment(actor, id, to, branchUrl),
  }),
}));
