import type { CourseToEditQuery } from "../../../gen/graphql.ts";
import type { Captions, CourseDraft, Unit, UnitType } from "./draft.ts";
import { overview, type EditorState } from "./draftReducer.ts";
import type { Question, QuestionType, Rule } from "./question.ts";

type Stored = NonNullable<CourseToEditQuery["course"]>;
type StoredUnit = Omit<Stored["tests"][number], "draws"> & {
  content?: string | null;
  description?: string | null;
  video_path?: string | null;
  audio_path?: string | null;
  file_path?: string | null;
  file_name?: string | null;
  file_type?: string | null;
  pdf_path?: string | null;
  scorm_path?: string | null;
  youtube_link?: string | null;
  url?: string | null;
  embed_url?: string | null;
  scorm_id?: number | null;
  captions?: Captions[];
  draws?: { category: string; count?: number | null }[];
};

/** The editor's state for a course as the server has it. */
export function stateOf(stored: Stored): EditorState {
  const course = draftOf(stored);
  return {
    id: stored.id,
    version: stored.version,
    status: stored.status === "published" ? "published" : "draft",
    course,
    saved: course,
    selected: overview,
    lastKey: 0,
  };
}

function draftOf(stored: Stored): CourseDraft {
  return {
    title: stored.title,
    description: stored.description,
    course_code: stored.course_code ?? "",
    categories: stored.categories.map(({ id }) => id),
    price: stored.price ? String(stored.price) : "",
    hide_from_catalog: stored.hide_from_catalog,
    capacity: stored.capacity ? String(stored.capacity) : "",
    level: stored.level ?? "",
    start_date: stored.start_date ?? "",
    start_time: minutes(stored.start_time),
    end_date: stored.end_date ?? "",
    end_time: minutes(stored.end_time),
    completion_rules: stored.completion_rules === "percentage" ? "percentage" : "all-units",
    completion_percentage: String(stored.completion_percentage),
    learning_path: stored.learning_path,
    certificate_type: stored.certificate_type,
    thumbnail: stored.thumbnail ?? null,
    resources: stored.resources.map(({ id, name, file_path, is_downloadable, category }) => ({
      key: `resource-${id}`,
      id,
      name,
      size: null,
      file_path,
      is_downloadable,
      category_id: category?.id ?? null,
    })),
    units: unitsOf(stored),
  };
}

function unitsOf(stored: Stored): Unit[] {
  const { contents, videos, audios, documents, iframes, scorms, tests, assignments } = stored;
  const units: StoredUnit[] = [
    ...contents,
    ...videos,
    ...audios,
    ...documents,
    ...iframes,
    ...scorms,
    ...tests,
    ...assignments,
  ];
  return units.toSorted((a, b) => a.unit_order - b.unit_order).map(unitOf);
}

function unitOf(stored: StoredUnit): Unit {
  return {
    key: `unit-${stored.id}`,
    id: stored.id,
    type: stored.type as UnitType,
    title: stored.title ?? "",
    content: stored.content ?? stored.description ?? null,
    completion_option: stored.completion_option ?? "",
    time_limit: stored.time_limit ? String(stored.time_limit) : "",
    file: stored.video_path ?? stored.audio_path ?? stored.file_path ?? stored.scorm_path ?? null,
    file_name: stored.file_name ?? null,
    file_type: stored.file_type ?? null,
    pdf_path: stored.pdf_path ?? null,
    youtube_link: stored.youtube_link ?? "",
    url: stored.url ?? null,
    embed_url: stored.embed_url ?? null,
    scorm_id: stored.scorm_id ?? null,
    captions: stored.captions ?? [],
    draws: (stored.draws ?? []).map(({ category, count }) => ({ category, count: count ? String(count) : "" })),
    questions: stored.tests.map(questionOf),
  };
}

type Written = Omit<StoredUnit["tests"][number], "id" | "required_points"> & { required_points?: number | null };

const questionOf = (stored: StoredUnit["tests"][number]): Question => ({ ...writtenQuestion(stored), id: stored.id });

/** A question that the server has, as a new one of a course. */
export function writtenQuestion({ type, question, options, pairs, rules, required_points }: Written): Question {
  return {
    id: null,
    type: type as QuestionType,
    question,
    options: options.map(({ text, checked }) => ({ text, checked: checked ?? false })),
    pairs: pairs.map(({ left, right }) => ({ left, right })),
    rules: rules.map(({ condition, word, points }) => ({
      condition: condition as Rule["condition"],
      word,
      points: String(points),
    })),
    required_points: String(required_points ?? 0),
  };
}

/** A time of day without its seconds. */
const minutes = (time: string | null | undefined) => time?.slice(0, 5) ?? "";
