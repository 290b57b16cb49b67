import { builder } from "../../graphql/builder.ts";
import { copyUnits, removeUnits, type UnitsCopied } from "./copy-units.service.ts";
import { moveUnits, type UnitsMoved, undoMoveUnits } from "./move-units.service.ts";

const UnitsCopiedType = builder.objectRef<UnitsCopied>("UnitsCopied").implement({
  fields: (t) => ({
    course_id: t.exposeInt("course_id", { description: "The course that has the copies." }),
    title: t.exposeString("title", { description: "Its title." }),
    version: t.exposeInt("version", { description: "Its version with the copies." }),
    unit_ids: t.exposeIntList("unit_ids", { description: "The copies, in their order." }),
  }),
});

const UnitsMovedType = builder.objectRef<UnitsMoved>("UnitsMoved").implement({
  fields: (t) => ({
    course_id: t.exposeInt("course_id", { description: "The course that has the units now." }),
    title: t.exposeString("title", { description: "Its title." }),
    version: t.exposeInt("version", { description: "Its version with the units." }),
    unit_ids: t.exposeIntList("unit_ids", { description: "The units in it, in their order; their ids are new." }),
    from_version: t.exposeInt("from_version", { description: "The version of the other course without the units." }),
    learners: t.exposeInt("learners", { description: "How many learners had begun one of the units." }),
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
  moveUnits: t.field({
    type: UnitsMovedType,
    description:
      "Moves units to the end of another course. Learners begin them again there. A course that was saved since this version is a CONFLICT.",
    args: {
      course_id: t.arg.int({ required: true }),
      unit_ids: t.arg.intList({ required: true }),
      version: t.arg.int({ required: true, description: "Of the course that loses the units." }),
      to_course_id: t.arg.int({ required: true }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { course_id, unit_ids, to_course_id, version, branchUrl }, { actor }) =>
      moveUnits(actor, { courseId: course_id, unitIds: unit_ids, toCourseId: to_course_id, version }, branchUrl),
  }),
  undoMoveUnits: t.field({
    type: UnitsRemovedType,
    description:
      "Takes back moveUnits with the progress that learners had, unless one of the courses was saved since or a learner has begun a unit.",
    args: {
      course_id: t.arg.int({ required: true, description: "The course that lost the units." }),
      unit_ids: t.arg.intList({ required: true, description: "Their ids in it." }),
      version: t.arg.int({ required: true, description: "Its version without them." }),
      to_course_id: t.arg.int({ required: true }),
      moved_unit_ids: t.arg.intList({ required: true, description: "Their ids in the other course." }),
      to_version: t.arg.int({ required: true, description: "The version of the other course with them." }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { branchUrl, ...move }, { actor }) =>
      undoMoveUnits(
        actor,
        {
          courseId: move.course_id,
          unitIds: move.unit_ids,
          version: move.version,
          toCourseId: move.to_course_id,
          copiedIds: move.moved_unit_ids,
          toVersion: move.to_version,
        },
        branchUrl,
      ),
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
