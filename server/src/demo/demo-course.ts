import type { Question } from "../features/learning/grading.ts";

export type DemoQuestion = Omit<Question, "id">;

/** A unit: `content` is a Quill document as JSON text; `media` names a file in `demo/media`; `time_limit` is in seconds. */
export type DemoUnit =
  | ({ type: "Content"; title: string; content: string } & DemoCompletion)
  | ({ type: "Video"; title: string; content: string; media: string } & DemoCompletion)
  | { type: "Test"; title: string; questions: DemoQuestion[] };

type DemoCompletion =
  | { completion_option?: undefined }
  | { completion_option: "time"; time_limit: number }
  | { completion_option: "question"; questions: DemoQuestion[] };

/**
 * A course with its units in order. `category` and `prerequisites` are keys of other demo data, `branches` labels of
 * branches.
 */
export type DemoCourse = {
  key: string;
  title: string;
  description: string;
  category: string;
  course_code: string;
  price: number;
  level: "Beginner" | "Intermediate" | "Advanced";
  completion_rules: "all-units" | "percentage";
  completion_percentage: number;
  certificate_type: "Default" | "SaferInternetDay" | "BespokeCurriculumTeacher" | "JamCodingStaff" | "Safeguarding";
  prerequisites: string[];
  branches: string[];
  units: DemoUnit[];
};

export type DemoCategory = { key: string; name: string; parent: string | null };
