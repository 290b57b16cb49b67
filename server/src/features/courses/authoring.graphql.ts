import { builder } from "../../graphql/builder.ts";
import { QuestionInputType } from "../questions/question-types.graphql.ts";
import * as authoring from "./authoring.service.ts";
import * as inputs from "./authoring.inputs.graphql.ts";
import { ResourceCategory } from "./course-parts.graphql.ts";
import { createResourceCategory } from "./courses.service.ts";
import { createCourse } from "./creation.service.ts";
import { duplicateCourse } from "./duplicate.service.ts";
import { createSampleCourse } from "./sample-course.ts";

const CourseSaved = builder.objectRef<authoring.SavedCourse>("CourseSaved").implement({
  fields: (t) => ({
    id: t.exposeInt("id"),
    title: t.exposeString("title"),
    description: t.exposeString("description"),
    version: t.exposeInt("version"),
  }),
});

export const Deleted = builder
  .objectRef<{ id: number }>("Deleted")
  .implement({ fields: (t) => ({ id: t.exposeInt("id") }) });

const EditCourseInput = builder.inputType("EditCourseInput", {
  fields: (t) => ({
    ...inputs.createCourseFieldInputs((options) => t.field(options)),
    ...inputs.createUnitListInputs("list", (options) => t.field(options)),
    id: t.int({ required: true }),
    category: t.string(),
    categories: t.field({ type: [inputs.CourseCategoryInput] }),
    learning_path: t.intList(),
    thumbnail: t.string(),
    resources: t.field({ type: [inputs.ResourceInput] }),
    unit_tests: t.field({ type: [QuestionInputType] }),
    status: t.string({ description: "draft or published (the default)" }),
    version: t.int({
      description: "The version the author began from; an older one than the stored is a CONFLICT. Left out: no check.",
    }),
  }),
});

builder.mutationFields((t) => ({
  createCourse: t.field({
    type: CourseSaved,
    args: {
      ...inputs.createCourseFieldInputs((options) => t.arg(options)),
      ...inputs.createUnitListInputs("argument", (options) => t.arg(options)),
      category: t.arg.string(),
      categories: t.arg.intList(),
      learning_path: t.arg.intList(),
      thumbnail: t.arg.string(),
      resources: t.arg({ type: [inputs.ResourceInput] }),
      tests: t.arg({ type: [QuestionInputType] }),
      status: t.arg.string({ description: "draft or published (the default)" }),
      creation_key: t.arg.string({
        description:
          "Made by the client for each new course. A second call of the same author with the same key saves the course of the first.",
      }),
      branchUrl: t.arg.string(),
    },
    resolve: (_, { branchUrl, creation_key, tests, resources, ...fields }, { actor }) =>
      createCourse(
        actor,
        toCourseInput({
          ...fields,
          categories: fields.categories ?? [],
          resources: inputs.toResourceInputs(resources),
          units: inputs.toUnitInputs(fields, "argument", tests),
        }),
        creation_key ?? null,
        branchUrl,
      ),
  }),
  createSampleCourse: t.field({
    type: CourseSaved,
    description: "Creates a short published course about courses, in the language of the request.",
    args: { branchUrl: t.arg.string() },
    resolve: (_, { branchUrl }, { actor }) =>
      authoring.saveCourse(actor, null, createSampleCourse(actor.visit.language), branchUrl),
  }),
  editCourse: t.field({
    type: CourseSaved,
    args: { input: t.arg({ type: EditCourseInput, required: true }), branchUrl: t.arg.string() },
    resolve: (_, { input, branchUrl }, { actor }) => {
      const { id, version, unit_tests, resources, ...fields } = input;
      return authoring.saveCourse(
        actor,
        { id, version: version ?? null },
        toCourseInput({
          ...fields,
          categories: (fields.categories ?? []).map((category) => category.id),
          resources: inputs.toResourceInputs(resources),
          units: inputs.toUnitInputs(fields, "list", unit_tests),
        }),
        branchUrl,
      );
    },
  }),
  deleteCourse: t.field({
    type: Deleted,
    args: { id: t.arg.int({ required: true }), branchUrl: t.arg.string() },
    resolve: (_, { id, branchUrl }, { actor }) => authoring.deleteCourse(actor, id, branchUrl),
  }),
  duplicateCourse: t.field({
    type: CourseSaved,
    description: "Copies a course, its units, questions, categories and resources, as a draft named '{title} (copy)'.",
    args: { id: t.arg.int({ required: true }), branchUrl: t.arg.string() },
    resolve: (_, { id, branchUrl }, { actor }) => duplicateCourse(actor, id, branchUrl),
  }),
  createResourceCategory: t.field({
    type: ResourceCategory,
    args: { name: t.arg.string({ required: true }), branchUrl: t.arg.string() },
    resolve: (_, { name, branchUrl }, { actor }) => createResourceCategory(actor, name, branchUrl),
  }),
}));

/** Passes the fields on. The service checks the values of 'completion_rules', 'status' and other texts. */
function toCourseInput(
  fields: Record<string, unknown> & Pick<authoring.CourseInput, "categories" | "resources" | "units">,
): authoring.CourseInput {
  return fields as unknown as authoring.CourseInput;
}
