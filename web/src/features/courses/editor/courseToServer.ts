import type { CreateCourseMutationVariables, EditCourseInput, QuestionInput } from "../../../gen/graphql.ts";
import type { CourseDraft, Unit, UnitType } from "./draft.ts";
import type { Question } from "./question.ts";

type Numbered = { unit: Unit; unit_order: number };
type Status = "draft" | "published";

/** The course as `createCourse` takes it. */
export function createVariables(course: CourseDraft, status: Status): CreateCourseMutationVariables {
  const lists = unitLists(course.units);
  return {
    ...fields(course),
    categories: course.categories,
    content: lists.contents,
    video: lists.videos,
    audio: lists.audios,
    document: lists.documents,
    iframe: lists.iframes,
    scorm: lists.scorms,
    assignment: lists.assignments,
    test_units: lists.tests,
    tests: lists.unit_tests,
    status,
  };
}

/** The course as `editCourse` takes it; units of every type go back, with their ids. */
export function editInput(
  { id, version }: { id: number; version: number | null },
  course: CourseDraft,
  status: Status,
): EditCourseInput {
  return {
    id,
    version,
    ...fields(course),
    categories: course.categories.map((category) => ({ id: category })),
    ...unitLists(course.units),
    status,
  };
}

function fields(course: CourseDraft) {
  return {
    title: course.title.trim(),
    description: course.description.trim(),
    course_code: course.course_code,
    price: numberOf(course.price) ?? 0,
    hide_from_catalog: course.hide_from_catalog,
    capacity: numberOf(course.capacity),
    level: course.level,
    start_date: course.start_date,
    start_time: course.start_time,
    end_date: course.end_date,
    end_time: course.end_time,
    completion_rules: course.completion_rules,
    completion_percentage: numberOf(course.completion_percentage),
    learning_path: course.learning_path,
    certificate_type: course.certificate_type,
    thumbnail: course.thumbnail,
    resources: course.resources.flatMap(({ id, name, file_path, is_downloadable, category_id }) =>
      file_path === null
        ? []
        : [{ id, name, file_path, is_downloadable, category: category_id === null ? null : { id: category_id } }],
    ),
  };
}

function unitLists(units: Unit[]) {
  const numbered = units.map((unit, index) => ({ unit, unit_order: index + 1 }));
  const of = (type: UnitType) => numbered.filter(({ unit }) => unit.type === type);
  return {
    contents: of("Content").map(written),
    videos: of("Video").map((each) => ({
      ...written(each),
      video_path: each.unit.file,
      youtube_link: each.unit.youtube_link.trim() || null,
      captions: each.unit.captions.map(({ language, file_path }) => ({ language, file_path })),
    })),
    audios: of("Audio").map((each) => ({ ...written(each), audio_path: each.unit.file })),
    documents: of("Presentation").map((each) => ({ ...written(each), doc_path: each.unit.file })),
    iframes: of("iFrame").map((each) => ({ ...written(each), url: each.unit.url })),
    scorms: of("Scorm").map((each) => ({
      ...named(each),
      ...completion(each),
      scorm_path: each.unit.file,
      scorm_id: each.unit.scorm_id,
    })),
    assignments: of("Assignment").map(written),
    tests: of("Test").map((each) => ({
      ...named(each),
      draws: each.unit.draws.map(({ category, count }) => ({ category, count: numberOf(count) })),
    })),
    unit_tests: of("Test").flatMap(({ unit, unit_order }) =>
      unit.questions.map((question) => ({ ...questionInput(question), unit_order })),
    ),
  };
}

const named = ({ unit, unit_order }: Numbered) => ({ id: unit.id, unit_order, title: unit.title.trim() });

const completion = ({ unit }: Numbered) => ({
  completion_option: unit.completion_option,
  time_limit: unit.completion_option === "time" ? numberOf(unit.time_limit) : null,
});

const written = (each: Numbered) => ({
  ...named(each),
  ...completion(each),
  content: each.unit.content,
  questions: each.unit.questions.map(questionInput),
});

/** A question as every call takes it. */
export function questionInput({ id, type, question, options, pairs, rules, required_points }: Question): QuestionInput {
  return {
    id,
    type,
    question,
    options,
    pairs,
    rules: rules.map((rule) => ({ ...rule, points: numberOf(rule.points) ?? 0 })),
    required_points: numberOf(required_points) ?? 0,
  };
}

/** What was typed as a number; null for nothing and for what is no number. */
function numberOf(text: string): number | null {
  const number = Number(text);
  return text.trim() === "" || !Number.isFinite(number) ? null : number;
}
