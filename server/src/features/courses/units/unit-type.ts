import type * as z from "zod";
import type { MessageWithValues } from "../../../i18n/message.ts";

/** What learners have to do before a unit can be completed, besides opening it. */
export const COMPLETION_OPTIONS = ["time", "question", "instructor-accepts", "user-uploads"] as const;

export type CompletionOption = (typeof COMPLETION_OPTIONS)[number];

/** A text that may be missing. */
export type Text = string | null | undefined;

/** What a file of a unit was uploaded as. */
export type FilePurpose = "video" | "audio" | "presentation" | "scorm" | "captions" | "image";

/** Adds stored files to an archive. */
export interface ArchiveWriter {
  /** Returns the entry of a file. */
  toEntry: (key: string, purpose: FilePurpose) => string;
}

/** Knows where the files of an archive were stored. */
export interface ArchiveReader {
  /** Returns the address of an entry. */
  toAddress: (entry: string) => string;
}

/** A field that units of some types have: one column of `units`, under the same name in the API and in archives. */
export interface UnitField {
  column: "text" | "integer" | "boolean" | "jsonb";
  /** The type in the API; null when the type of unit has an entry in `UNIT_APIS` that describes the field. */
  api: "String" | "Int" | "Boolean" | null;
  /** Validates what authors send. */
  form: z.ZodType;
  /** The value of other types, and what learners get until the course is open to them. */
  empty: unknown;
  /** Returns why a value cannot be stored, as a message for its author; null when it can. */
  findProblem?: (value: never) => string | null;
  /** Lists the addresses of the files that a value names. */
  listFiles?: (value: never) => { address: string; purpose: FilePurpose }[];
  /** Converts a valid value for its column. Left out: the value itself. */
  toStored?: (value: never, toKey: (address: string) => string) => unknown;
  /** How archives contain the value; null when it follows from something else in the archive. */
  archived: {
    form: z.ZodType;
    /** Left out: the stored value itself. */
    write?: (stored: never, files: ArchiveWriter) => unknown;
    /** Left out: the archived value itself. */
    read?: (archived: never, files: ArchiveReader) => unknown;
  } | null;
}

/** A type of unit. What its API has beside plain fields is in `*.graphql.ts` in its folder (ADR 055). */
export interface UnitTypeDefinition {
  /** The object type of the API. */
  typename: string;
  /** The field of Course, and of EditCourseInput, that lists units of this type. */
  list: string;
  /** The argument of createCourse with units of this type. */
  argument: string;
  /** The input type of the API. */
  inputName: string;
  /** The name of its rich text in the API's output; null when it has none. */
  contentOutput: "content" | "description" | null;
  /** Which of the inputs that many types share it takes. */
  takes: readonly ("content" | "completion" | "questions" | "time_limit")[];
  completionOptions: readonly CompletionOption[];
  /** Whether a package reports the completion; otherwise learners complete the unit with 'Next'. */
  isCompletedByPackage: boolean;
  /** Its own file: what it is uploaded as, and the name of its address in the API. */
  file: { purpose: FilePurpose; input: string; output: string; isForLearners: boolean } | null;
  fields: Readonly<Record<string, UnitField>>;
  needsTitle: boolean;
  /**
   * Returns what a unit lacks to be published, as the end of a sentence; null when it is complete. Each type names the
   * fields that it looks at; any of them may be missing.
   */
  findLack: (unit: never) => MessageWithValues | null;
}
