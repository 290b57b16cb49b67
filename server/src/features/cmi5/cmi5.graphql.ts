import { builder } from "../../graphql/builder.ts";
import * as courses from "./courses.service.ts";
import * as launches from "./launches.service.ts";
import * as waivers from "./waivers.service.ts";

const Member = builder.objectRef<courses.Member>("Cmi5Member").implement({
  description: "An entry of a cmi5 course: a block, or an AU with the learner's progress.",
  fields: (t) => ({
    kind: t.exposeString("kind", { description: "block or au." }),
    identifier: t.exposeString("identifier", { description: "The publisher's id." }),
    uuid: t.exposeString("uuid", { nullable: true, description: "By which an AU is launched; none for a block." }),
    title: t.exposeString("title"),
    description: t.exposeString("description"),
    depth: t.exposeInt("depth", { description: "0 for a direct child of the course." }),
    launch_method: t.exposeString("launch_method", { nullable: true, description: "OwnWindow or AnyWindow." }),
    is_done: t.exposeBoolean("is_done"),
    is_failed: t.exposeBoolean("is_failed"),
    is_begun: t.exposeBoolean("is_begun"),
    is_waived: t.exposeBoolean("is_waived"),
    score: t.exposeFloat("score", { nullable: true, description: "0 to 100." }),
  }),
});

const Course = builder.objectRef<courses.CourseView>("Cmi5Course").implement({
  fields: (t) => ({ title: t.exposeString("title"), members: t.expose("members", { type: [Member] }) }),
});

const AuLaunch = builder.objectRef<launches.AuLaunch>("AuLaunch").implement({
  fields: (t) => ({
    url: t.exposeString("url", { description: "Opens one session of the AU." }),
    frame_url: t.exposeString("frame_url", {
      description: "The page on the content origin that shows the AU in a frame.",
    }),
    launch_method: t.exposeString("launch_method", { description: "OwnWindow: the AU takes a window for itself." }),
    launch_mode: t.exposeString("launch_mode", { description: "Normal, Browse or Review." }),
  }),
});

builder.queryFields((t) => ({
  cmi5Course: t.field({
    type: Course,
    args: {
      course_id: t.arg.int({ required: true }),
      unit_id: t.arg.int({ required: true }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { branchUrl, ...place }, { actor }) => courses.viewCourse(actor, place, branchUrl),
  }),
  cmi5Preview: t.field({
    type: Course,
    args: { scorm_id: t.arg.int({ required: true }), branchUrl: t.arg.string() },
    resolve: (_, { scorm_id, branchUrl }, { actor }) => courses.viewForAuthor(actor, scorm_id, branchUrl),
  }),
  cmi5Standing: t.field({
    type: Course,
    description: "A learner's progress in a cmi5 course, for those who may waive its AUs.",
    args: {
      unit_id: t.arg.int({ required: true }),
      user_id: t.arg.int({ required: true }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { branchUrl, ...learner }, { actor }) => waivers.viewStanding(actor, learner, branchUrl),
  }),
}));

builder.mutationFields((t) => ({
  launchAu: t.field({
    type: AuLaunch,
    description: "Opens an AU; a session of the same person and unit that is open elsewhere is abandoned.",
    args: {
      course_id: t.arg.int({ required: true }),
      unit_id: t.arg.int({ required: true }),
      au: t.arg.string({ required: true, description: "Its uuid." }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { branchUrl, ...place }, { actor }) => launches.launchAu(actor, place, branchUrl),
  }),
  previewAu: t.field({
    type: AuLaunch,
    description: "Opens an AU for an author; nothing of it is kept.",
    args: {
      scorm_id: t.arg.int({ required: true }),
      au: t.arg.string({ required: true }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { branchUrl, ...place }, { actor }) => launches.previewAu(actor, place, branchUrl),
  }),
  waiveAu: t.field({
    type: Course,
    description: "Declares the criterion of an AU met for a learner; returns their progress.",
    args: {
      unit_id: t.arg.int({ required: true }),
      user_id: t.arg.int({ required: true }),
      au: t.arg.string({ required: true }),
      reason: t.arg.string({ required: true }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { branchUrl, ...waiver }, { actor }) => waivers.waiveForLearner(actor, waiver, branchUrl),
  }),
}));
