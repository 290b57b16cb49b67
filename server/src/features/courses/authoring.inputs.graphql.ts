import { builder } from "../../graphql/builder.ts";
import { QuestionInputType } from "../questions/question-types.graphql.ts";
import type { QuestionInput } from "../questions/questions.service.ts";
import type { CourseInput, UnitInput } from "./authoring.service.ts";

const CaptionsInput = builder.inputType("CaptionsInput", {
  fields: (t) => ({
    language: t.string({ required: true, description: "BCP 47: fr, pt-BR." }),
    file_path: t.string({ required: true, description: "What POST /api/upload-captions answered." }),
  }),
});

/** The fields that units of every type but Test share, with those of one type's own. */
function unitInput<Own extends "video_path" | "youtube_link" | "audio_path" | "doc_path" | "url">(
  name: string,
  own: readonly Own[],
  content = true,
) {
  return builder.inputType(name, {
    fields: (t) => ({
      id: t.int(),
      unit_order: t.int({ required: true }),
      title: t.string(),
      ...(content ? { content: t.string({ description: "A Quill Delta as JSON text." }) } : {}),
      completion_option: t.string(),
      time_limit: t.int({ description: "Seconds." }),
      questions: t.field({ type: [QuestionInputType] }),
      ...Object.fromEntries(own.map((field) => [field, t.string()])),
      ...(name === "VideoUnitInput" ? { captions: t.field({ type: [CaptionsInput] }) } : {}),
    }),
  });
}

export const ContentUnitInput = unitInput("ContentUnitInput", []);
export const VideoUnitInput = unitInput("VideoUnitInput", ["video_path", "youtube_link"]);
export const AudioUnitInput = unitInput("AudioUnitInput", ["audio_path"]);
export const DocumentUnitInput = unitInput("DocumentUnitInput", ["doc_path"]);
export const IframeUnitInput = unitInput("IframeUnitInput", ["url"]);
export const AssignmentUnitInput = unitInput("AssignmentUnitInput", []);
const QuestionDrawInput = builder.inputType("QuestionDrawInput", {
  description: "Draws questions from a category of the question bank.",
  fields: (t) => ({
    category: t.string({ required: true }),
    count: t.int({ description: "So many at random for each attempt; left out: all of the category." }),
  }),
});
export const TestUnitInput = builder.inputType("TestUnitInput", {
  fields: (t) => ({
    id: t.int(),
    unit_order: t.int({ required: true }),
    title: t.string(),
    draws: t.field({ type: [QuestionDrawInput] }),
  }),
});
export const ScormUnitInput = builder.inputType("ScormUnitInput", {
  fields: (t) => ({
    id: t.int(),
    unit_order: t.int({ required: true }),
    title: t.string(),
    completion_option: t.string(),
    time_limit: t.int(),
    scorm_path: t.string(),
    scorm_id: t.int(),
  }),
});
export const ResourceCategoryInput = builder.inputType("ResourceCategoryInput", {
  fields: (t) => ({ id: t.int({ required: true }), name: t.string() }),
});
export const CourseCategoryInput = builder.inputType("CourseCategoryInput", {
  fields: (t) => ({ id: t.int({ required: true }), name: t.string(), parent_id: t.int() }),
});
export const ResourceInput = builder.inputType("ResourceInput", {
  fields: (t) => ({
    id: t.int(),
    name: t.string({ required: true }),
    file_path: t.string({ required: true }),
    type: t.string(),
    category: t.field({ type: ResourceCategoryInput }),
    is_downloadable: t.boolean(),
  }),
});

type Nullish<T> = T | null | undefined;

/** A unit as any of the input types sends it. */
interface AnyUnit {
  id?: Nullish<number>;
  unit_order: number;
  title?: Nullish<string>;
  content?: Nullish<string>;
  completion_option?: Nullish<string>;
  time_limit?: Nullish<number>;
  questions?: Nullish<readonly AnyQuestion[]>;
  video_path?: Nullish<string>;
  youtube_link?: Nullish<string>;
  audio_path?: Nullish<string>;
  doc_path?: Nullish<string>;
  url?: Nullish<string>;
  scorm_path?: Nullish<string>;
  scorm_id?: Nullish<number>;
  captions?: Nullish<readonly (typeof CaptionsInput.$inferInput)[]>;
  draws?: Nullish<readonly (typeof QuestionDrawInput.$inferInput)[]>;
}
type AnyQuestion = typeof QuestionInputType.$inferInput;

/** The lists by type, in either call's names. */
export interface UnitLists {
  Content?: Nullish<readonly AnyUnit[]>;
  Video?: Nullish<readonly AnyUnit[]>;
  Audio?: Nullish<readonly AnyUnit[]>;
  Presentation?: Nullish<readonly AnyUnit[]>;
  iFrame?: Nullish<readonly AnyUnit[]>;
  Scorm?: Nullish<readonly AnyUnit[]>;
  Assignment?: Nullish<readonly AnyUnit[]>;
  Test?: Nullish<readonly AnyUnit[]>;
}

/** One list of units out of the lists by type; questions of test units are joined by `unit_order` (decision 59). */
export function unitsFrom(lists: UnitLists, testQuestions: Nullish<readonly AnyQuestion[]>): CourseInput["units"] {
  return Object.entries(lists).flatMap(([type, units]) =>
    ((units ?? []) as readonly AnyUnit[]).map((unit): UnitInput => {
      const questions =
        type === "Test"
          ? (testQuestions ?? []).filter((question) => question.unit_order === unit.unit_order)
          : (unit.questions ?? []);
      return {
        id: unit.id,
        type: type as UnitInput["type"],
        unit_order: unit.unit_order,
        title: unit.title,
        content: unit.content,
        completion_option: unit.completion_option as UnitInput["completion_option"],
        time_limit: unit.time_limit,
        file: unit.video_path ?? unit.audio_path ?? unit.doc_path ?? unit.scorm_path,
        youtube_link: unit.youtube_link,
        url: unit.url,
        scorm_id: unit.scorm_id,
        draws: unit.draws?.map((each) => ({ ...each })),
        captions: unit.captions?.map((each) => ({ ...each })),
        questions: questions as QuestionInput[],
      };
    }),
  );
}

export function resourcesFrom(
  resources: Nullish<readonly (typeof ResourceInput.$inferInput)[]>,
): CourseInput["resources"] {
  return (resources ?? []).map(({ category, ...resource }) => ({ ...resource, category_id: category?.id }));
}
