import { builder } from "../../graphql/builder.ts";
import { QuestionInputType } from "../questions/question-types.graphql.ts";
import * as authoring from "./authoring.service.ts";
import * as inputs from "./authoring.inputs.graphql.ts";
import { ResourceCategory } from "./course-parts.graphql.ts";
import { createResourceCategory } from "./courses.service.ts";
import { duplicateCourse } from "./duplicate.service.ts";

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
    id: t.int({ required: true }),
    title: t.string({ required: true }),
    description: t.string({ required: true }),
    course_code: t.string(),
    category: t.string(),
    categories: t.field({ type: [inputs.CourseCategoryInput] }),
    price: t.float(),
    hide_from_catalog: t.boolean(),
    capacity: t.int(),
    level: t.string(),
    start_date: t.string(),
    start_time: t.string(),
    end_date: t.string(),
    end_time: t.string(),
    completion_rules: t.string(),
    completion_percentage: t.int(),
    learning_path: t.intList(),
    thumbnail: t.string(),
    certificate_type: t.string(),
    resources: t.field({ type: [inputs.ResourceInput] }),
    contents: t.field({ type: [inputs.ContentUnitInput] }),
    videos: t.field({ type: [inputs.VideoUnitInput] }),
    audios: t.field({ type: [inputs.AudioUnitInput] }),
    documents: t.field({ type: [inputs.DocumentUnitInput] }),
    iframes: t.field({ type: [inputs.IframeUnitInput] }),
    scorms: t.field({ type: [inputs.ScormUnitInput] }),
    assignments: t.field({ type: [inputs.AssignmentUnitInput] }),
    tests: t.field({ type: [inputs.TestUnitInput], description: "The test units; their questions are in unit_tests." }),
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
      title: t.arg.string({ required: true }),
      description: t.arg.string({ required: true }),
      course_code: t.arg.string(),
      category: t.arg.string(),
      categories: t.arg.intList(),
      price: t.arg.float(),
      hide_from_catalog: t.arg.boolean(),
      capacity: t.arg.int(),
      level: t.arg.string(),
      start_date: t.arg.string(),
      start_time: t.arg.string(),
      end_date: t.arg.string(),
      end_time: t.arg.string(),
      completion_rules: t.arg.string(),
      completion_percentage: t.arg.int(),
      learning_path: t.arg.intList(),
      thumbnail: t.arg.string(),
      certificate_type: t.arg.string(),
      resources: t.arg({ type: [inputs.ResourceInput] }),
      content: t.arg({ type: [inputs.ContentUnitInput] }),
      video: t.arg({ type: [inputs.VideoUnitInput] }),
      audio: t.arg({ type: [inputs.AudioUnitInput] }),
      document: t.arg({ type: [inputs.DocumentUnitInput] }),
      scorm: t.arg({ type: [inputs.ScormUnitInput] }),
      iframe: t.arg({ type: [inputs.IframeUnitInput] }),
      assignment: t.arg({ type: [inputs.AssignmentUnitInput] }),
      test_units: t.arg({ type: [inputs.TestUnitInput] }),
      tests: t.arg({ type: [QuestionInputType] }),
      status: t.arg.string({ description: "draft or published (the default)" }),
      branchUrl: t.arg.string(),
    },
    resolve: (
      _,
      { branchUrl, content, video, audio, document, scorm, iframe, assignment, test_units, tests, ...fields },
      { actor },
    ) => {
      const lists = {
        Content: content,
        Video: video,
        Audio: audio,
        Presentation: document,
        Scorm: scorm,
        iFrame: iframe,
        Assignment: assignment,
        Test: test_units,
      };
      const units = inputs.unitsFrom(lists, tests);
      return authoring.saveCourse(
        actor,
        null,
        courseFrom({ ...fields, categories: fields.categories ?? [], units }),
        branchUrl,
      );
    },
  }),
  editCourse: t.field({
    type: CourseSaved,
    args: { input: t.arg({ type: EditCourseInput, required: true }), branchUrl: t.arg.string() },
    resolve: (_, { input, branchUrl }, { actor }) => {
      const {
        id,
        version,
        contents,
        videos,
        audios,
        documents,
        scorms,
        iframes,
        assignments,
        tests,
        unit_tests,
        ...fields
      } = input;
      const lists = {
        Content: contents,
        Video: videos,
        Audio: audios,
        Presentation: documents,
        Scorm: scorms,
        iFrame: iframes,
        Assignment: assignments,
        Test: tests,
      };
      const units = inputs.unitsFrom(lists, unit_tests);
      const categories = (fields.categories ?? []).map((category) => category.id);
      return authoring.saveCourse(
        actor,
        { id, version: version ?? null },
        courseFrom({ ...fields, categories, units }),
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

type Fields = Omit<typeof EditCourseInput.$inferInput, "id" | "version" | "categories"> & {
  categories: number[];
  units: authoring.CourseInput["units"];
};

/** The words 'all-units', 'published' and the like are text in the contract; the service says which are known. */
function courseFrom({ resources, completion_rules, status, ...fields }: Fields): authoring.CourseInput {
  return {
    ...fields,
    resources: inputs.resourcesFrom(resources),
    completion_rules: completion_rules as authoring.CourseInput["completion_rules"],
    status: status as authoring.CourseInput["status"],
  };
}
