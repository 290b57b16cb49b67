import { builder } from "../../graphql/builder.ts";
import { translate } from "../../i18n/translate.ts";
import { type CourseImport as ImportFields, getImport, importCourse } from "./import.service.ts";

const CourseImport = builder.objectRef<ImportFields>("CourseImport").implement({
  description: "A course that is being made from an archive.",
  fields: (t) => ({
    id: t.exposeInt("id"),
    state: t.exposeString("state", { description: "waiting, working, done or failed" }),
    stored: t.exposeFloat("stored", { description: "Bytes of its files that are stored." }),
    total: t.exposeFloat("total", { description: "Bytes of all its files; 0 until the archive was opened." }),
    problems: t.stringList({
      resolve: ({ problems }, _, { actor }) => problems.map((each) => translate(each, actor.visit.language)),
      description: "Why it failed; of a course that was made, what was left out of it.",
    }),
    course_id: t.exposeInt("course_id", { nullable: true, description: "The draft that was made." }),
  }),
});

builder.queryFields((t) => ({
  courseImport: t.field({
    type: CourseImport,
    description: "An import of one's own.",
    args: { id: t.arg.int({ required: true }) },
    resolve: (_, { id }, { actor }) => getImport(actor, id),
  }),
}));

builder.mutationFields((t) => ({
  importCourse: t.field({
    type: CourseImport,
    description: "Makes a draft of an archive, which was uploaded to /api/upload-archive.",
    args: { file_path: t.arg.string({ required: true }), branchUrl: t.arg.string() },
    resolve: (_, { file_path, branchUrl }, { actor }) => importCourse(actor, file_path, branchUrl),
  }),
}));
