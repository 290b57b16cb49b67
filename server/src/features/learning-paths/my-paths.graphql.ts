import { builder } from "../../graphql/builder.ts";
import { signedAddressOrNull } from "../files/files.service.ts";
import * as mine from "./my-paths.service.ts";

const Station = builder.objectRef<mine.Station>("LearningPathStation").implement({
  description: "A course on the way of a learner.",
  fields: (t) => ({
    id: t.exposeInt("id"),
    title: t.exposeString("title"),
    thumbnail: t.string({
      nullable: true,
      resolve: (course, _, { actor }) => signedAddressOrNull(actor.platform.secret, course.thumbnail_key, "small"),
    }),
    state: t.exposeString("state", {
      description: "done; open; optional, when the section is complete without it; or locked",
    }),
    is_next: t.exposeBoolean("is_next"),
    is_published: t.exposeBoolean("is_published"),
    status: t.exposeString("status"),
    progress: t.exposeInt("progress"),
    due_on: t.exposeString("due_on", { nullable: true }),
    due_status: t.exposeString("due_status", { nullable: true }),
    completed_at: t.string({ nullable: true, resolve: (course) => course.completed_at?.toISOString() ?? null }),
  }),
});

const Section = builder.objectRef<mine.MySection>("LearningPathStage").implement({
  description: "A section on the way of a learner.",
  fields: (t) => ({
    id: t.exposeInt("id"),
    title: t.exposeString("title"),
    needed: t.exposeInt("needed"),
    done: t.exposeInt("done"),
    in_order: t.exposeBoolean("in_order"),
    is_met: t.exposeBoolean("is_met"),
    stations: t.expose("stations", { type: [Station] }),
  }),
});

const MyLearningPath = builder.objectRef<mine.MyPath>("MyLearningPath").implement({
  description: "A learning path as its learner sees it; without progress for a learner who is not assigned.",
  fields: (t) => ({
    id: t.exposeInt("id"),
    title: t.exposeString("title"),
    description: t.exposeString("description"),
    cover: t.string({
      nullable: true,
      resolve: (path, _, { actor }) => signedAddressOrNull(actor.platform.secret, path.cover_key),
    }),
    is_assigned: t.boolean({ resolve: (path) => path.assigned_at !== null }),
    is_sequential: t.exposeBoolean("is_sequential"),
    due_days: t.exposeInt("due_days", { nullable: true }),
    courses: t.exposeInt("courses"),
    courses_done: t.int({ resolve: (path) => path.courses_done ?? 0 }),
    courses_needed: t.int({ resolve: (path) => path.courses_needed ?? 0 }),
    progress: t.int({ resolve: (path) => path.progress ?? 0 }),
    status: t.string({ resolve: (path) => path.status ?? "not_started" }),
    is_met: t.boolean({
      description: "Whether the rules are met now; false after completion if courses were added since.",
      resolve: (path) => path.is_met ?? false,
    }),
    due_on: t.exposeString("due_on", { nullable: true }),
    due_status: t.exposeString("due_status", { nullable: true }),
    completed_at: t.string({ nullable: true, resolve: (path) => path.completed_at?.toISOString() ?? null }),
    certificate_months: t.exposeInt("certificate_months", {
      nullable: true,
      description: "How long the certificate is valid that the path gives; null without one.",
    }),
    certificate_expires_on: t.exposeString("certificate_expires_on", {
      nullable: true,
      description: "The last day of the viewer's certificate; null while they have none.",
    }),
    certificate_is_revoked: t.boolean({ resolve: (path) => path.certificate_revoked_at !== null }),
    sections: t.field({ type: [Section], resolve: (path) => mine.readWay(path) }),
  }),
});

const BranchUrl = builder.args((t) => ({ branchUrl: t.string() }));

builder.queryFields((t) => ({
  myLearningPaths: t.field({
    type: [MyLearningPath],
    description: "Those to which the viewer is assigned: what is due first, completed ones last.",
    args: BranchUrl,
    resolve: (_, { branchUrl }, { actor }) => mine.listMyPaths(actor, branchUrl),
  }),
  myLearningPath: t.field({
    type: MyLearningPath,
    args: { id: t.arg.int({ required: true }), ...BranchUrl },
    resolve: (_, { id, branchUrl }, { actor }) => mine.getMyPath(actor, id, branchUrl),
  }),
  learningPathCatalogue: t.field({
    type: [MyLearningPath],
    description: "Those of the catalogue to which the viewer is not assigned.",
    args: { search: t.arg.string(), ...BranchUrl },
    resolve: (_, { search, branchUrl }, { actor }) => mine.listCatalogue(actor, search, branchUrl),
  }),
}));

builder.mutationField("enrolInLearningPath", (t) =>
  t.field({
    type: MyLearningPath,
    description: "Enrols the viewer in a path of the catalogue, and in its courses.",
    args: { id: t.arg.int({ required: true }), ...BranchUrl },
    resolve: (_, { id, branchUrl }, { actor }) => mine.enrolInPath(actor, id, branchUrl),
  }),
);
