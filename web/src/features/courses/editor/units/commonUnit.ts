import type { Question } from "../question.ts";

/** What a unit of any type has while its author edits it. Fields that its type does not use are empty. */
export type CommonUnit = {
  /** Identifies it in this draft; stays the same when units are reordered and saved. */
  key: string;
  id: number | null;
  title: string;
  /** A Quill Delta as JSON text; old courses may have any text. */
  content: string | null;
  completion_option: "" | "time" | "question" | "instructor-accepts" | "user-uploads" | (string & {});
  /** Seconds, as typed. */
  time_limit: string;
  /** The address of the unit's own file. */
  file: string | null;
  file_name: string | null;
  /** The media type of the file. */
  file_type: string | null;
  /** The address of a PDF that is shown instead of the file. */
  pdf_path: string | null;
  questions: Question[];
};
