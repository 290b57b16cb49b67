import { builder } from "../../graphql/builder.ts";
import { announceEditing, type Editing } from "./editing.service.ts";

const CourseEditor = builder.objectRef<Editing["editors"][number]>("CourseEditor").implement({
  fields: (t) => ({ id: t.exposeInt("id"), name: t.exposeString("name") }),
});

const CourseEditing = builder.objectRef<Editing>("CourseEditing").implement({
  description: "Who is writing a course at this moment, and what is stored of it.",
  fields: (t) => ({
    version: t.exposeInt("version", { description: "The newest that was saved." }),
    saved_by: t.exposeString("saved_by", { nullable: true, description: "Who saved it." }),
    editors: t.expose("editors", {
      type: [CourseEditor],
      description: "Who else has the course open; the viewer too, when it is open in another window of theirs.",
    }),
  }),
});

builder.mutationFields((t) => ({
  announceEditing: t.field({
    type: CourseEditing,
    description: "A heartbeat from a window in which a course is being written, every 15 seconds or so.",
    args: {
      id: t.arg.int({ required: true }),
      window: t.arg.string({ required: true, description: "A word of at most 64 letters that the window chose." }),
      leaving: t.arg.boolean({ description: "The window closes." }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { id, window, leaving, branchUrl }, { actor }) =>
      announceEditing(actor, { id, window, isLeaving: leaving ?? false }, branchUrl),
  }),
}));
