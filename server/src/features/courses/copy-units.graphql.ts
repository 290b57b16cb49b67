import { builder } from "../../graphql/builder.ts";
import { copyUnits, removeUnits, type UnitsCopied } from "./copy-units.service.ts";

const UnitsCopiedType = builder.objectRef<UnitsCopied>("UnitsCopied").implement({
  fields: (t) => ({
    course_id: t.exposeInt("course_id", { description: "The course that has the copies." }),
    title: t.exposeString("title", { description: "Its title." }),
    version: t.exposeInt("version", { description: "Its version with the copies." }),
    unit_ids: t.exposeIntList("unit_ids", { description: "The copies, in their order." }),
  }),
});

const UnitsRemovedType = builder.objectRef<{ id: number; version: number }>("UnitsRemoved").implement({
  fields: (t) => ({ id: t.exposeInt("id"), version: t.exposeInt("version") }),
});

builder.mutationFields((t) => ({
  copyUnits: t.field({
    type: UnitsCopiedType,
    description:
      "Copies units with their questions, settings and files to the end of another course. The caller must be allowed to change both.",
    args: {
      course_id: t.arg.int({ required: true }),
      unit_ids: t.arg.intList({ required: true }),
      to_course_id: t.arg.int({ required: true }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { course_id, unit_ids, to_course_id, branchUrl }, { actor }) =>
      copyUnits(actor, { courseId: course_id, unitIds: unit_ids, toCourseId: to_course_id }, branchUrl),
  }),
  removeUnits: t.field({
    type: UnitsRemovedType,
    description:
      "Removes units that no learner has begun, as the copies of copyUnits. A course that was saved since this version is a CONFLICT.",
    args: {
      course_id: t.arg.int({ required: true }),
      unit_ids: t.arg.intList({ required: true }),
      version: t.arg.int({ required: true }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { course_id, unit_ids, version, branchUrl }, { actor }) =>
      removeUnits(actor, { courseId: course_id, unitIds: unit_ids, version }, branchUrl),
  }),
}));
