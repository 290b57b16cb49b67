import type { Question } from "./question.ts";

/** What a course is while its author works on it: plain data that can be kept, compared and sent. */
export type CourseDraft = Overview & { units: Unit[] };

/** Numbers are kept as typed; dates are `yyyy-mm-dd`, times `hh:mm`, and what is left out is "". */
export type Overview = {
  title: string;
  description: string;
  course_code: string;
  categories: number[];
  price: string;
  hide_from_catalog: boolean;
  capacity: string;
  level: string;
  start_date: string;
  start_time: string;
  end_date: string;
  end_time: string;
  completion_rules: "all-units" | "percentage";
  completion_percentage: string;
  learning_path: number[];
  certificate_type: string;
  /** The address of the picture. */
  thumbnail: string | null;
  resources: Resource[];
};

export type Resource = {
  /** Its own name in this draft, also for a resource that the server does not know yet. */
  key: string;
  id: number | null;
  name: string;
  /** Bytes; known for files chosen in this draft only. */
  size: number | null;
  /** Null until the file is uploaded. */
  file_path: string | null;
  is_downloadable: boolean;
  category_id: number | null;
};

export type UnitType = "Content" | "Video" | "Audio" | "Presentation" | "iFrame" | "Scorm" | "Test" | "Assignment";

/** In the order of the menu that adds them. */
export const unitTypes = [
  "Content",
  "Video",
  "Audio",
  "Presentation",
  "iFrame",
  "Test",
  "Assignment",
  "Scorm",
] as const satisfies UnitType[];

/** The words of a film in one language (BCP 47). */
export type Captions = { language: string; file_path: string; file_name: string };

/** So many questions of a category at random, as typed; "" is all of them. */
export type Draw = { category: string; count: string };

/** A unit of any type; its order is its place in the list. Fields that its type does not have stay empty. */
export type Unit = {
  /** Its own name in this draft, which outlives reordering and saving. */
  key: string;
  id: number | null;
  type: UnitType;
  title: string;
  /** A Quill Delta as JSON text; or, from long ago, whatever was stored. */
  content: string | null;
  completion_option: "" | "time" | "question" | "instructor-accepts" | "user-uploads" | (string & {});
  /** Seconds, as typed. */
  time_limit: string;
  /** The address of the unit's own file. */
  file: string | null;
  file_name: string | null;
  /** The media type of the file. */
  file_type: string | null;
  /** The file as the PDF that is shown in its place. */
  pdf_path: string | null;
  youtube_link: string;
  url: string | null;
  /** Where the saved page is shown from; null until the address is saved. */
  embed_url: string | null;
  scorm_id: number | null;
  /** Of a film, one for each language. */
  captions: Captions[];
  /** What a test draws from the question bank, besides its own questions. */
  draws: Draw[];
  questions: Question[];
};

export const emptyCourse: CourseDraft = {
  title: "",
  description: "",
  course_code: "",
  categories: [],
  price: "",
  hide_from_catalog: false,
  capacity: "",
  level: "",
  start_date: "",
  start_time: "",
  end_date: "",
  end_time: "",
  completion_rules: "all-units",
  completion_percentage: "100",
  learning_path: [],
  certificate_type: "Default",
  thumbnail: null,
  resources: [],
  units: [],
};

export function newUnit(key: string, type: UnitType, order: number): Unit {
  return {
    key,
    id: null,
    type,
    title: defaultTitle(type, order),
    content: null,
    completion_option: "",
    time_limit: "",
    file: null,
    file_name: null,
    file_type: null,
    pdf_path: null,
    youtube_link: "",
    url: null,
    embed_url: null,
    scorm_id: null,
    captions: [],
    draws: [],
    questions: [],
  };
}

/** The title of a unit nobody has named yet. It is stored with the course, so it is not translated. */
export const defaultTitle = (type: UnitType, order: number) => `${type} unit ${order}`;

/** What the list shows of a unit. */
export type ListedUnit = Pick<Unit, "key" | "type" | "title">;

/** What the list calls a unit: its own title, else the default. */
export const listedTitle = (unit: ListedUnit, order: number) => unit.title.trim() || defaultTitle(unit.type, order);
