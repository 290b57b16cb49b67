import * as z from "zod";
import { mapQuestionFiles, questionForm } from "../questions/questions.service.ts";
import type { UnitInput } from "./course-draft.ts";
import type { QuestionRow } from "./units.queries.ts";
import { archivedFile } from "./units/archived-file.ts";
import { type ArchiveReader, type ArchiveWriter, COMPLETION_OPTIONS } from "./units/unit-type.ts";
import {
  getArchivedUnitFieldForms,
  getUnitType,
  UNIT_FIELDS,
  UNIT_TYPE_NAMES,
  type UnitType,
} from "./units/unit-types.ts";

export { ARCHIVED_FILE, archivedFile, MOST_ARCHIVED_FILES } from "./units/archived-file.ts";
export { getArchivedFieldForms, toArchivedFields } from "./course-fields.ts";

const archivedQuestion = questionForm.omit({ id: true });

/** A unit as archives contain it: without ids, its files as entries of the archive. */
export const archivedUnit = z.strictObject({
  type: z.enum(UNIT_TYPE_NAMES),
  title: z.string().max(20_000),
  /** A Quill Delta as JSON text; images of the archive are named in it as `archive:files/1`. */
  content: z.string().max(2_000_000).nullable(),
  completion_option: z.enum(COMPLETION_OPTIONS).nullable(),
  time_limit: z.number().nullable(),
  file: archivedFile.nullable(),
  ...getArchivedUnitFieldForms(),
  questions: z.array(archivedQuestion).max(500),
});

export type ArchivedUnit = z.output<typeof archivedUnit>;

/** What an archive takes from a stored unit; the content with the images replaced. */
interface StoredUnit {
  type: string;
  title: string;
  content: string | null;
  completion_option: string | null;
  time_limit: number | null;
  file_key: string | null;
  questions: QuestionRow[];
}

/** Converts a stored unit for an archive. */
export function toArchivedUnit(unit: StoredUnit, files: ArchiveWriter): ArchivedUnit {
  const { file } = getUnitType(unit.type as UnitType);
  const values = unit as unknown as Record<string, unknown>;
  const own = [...UNIT_FIELDS].flatMap(([name, { archived }]) => {
    if (!archived) return [];
    const stored = values[name] as never;
    return [[name, archived.write ? archived.write(stored, files) : stored]];
  });
  return {
    type: unit.type as UnitType,
    title: unit.title,
    content: unit.content,
    completion_option: unit.completion_option as ArchivedUnit["completion_option"],
    time_limit: unit.time_limit,
    file: file && unit.file_key !== null ? files.toEntry(unit.file_key, file.purpose) : null,
    ...(Object.fromEntries(own) as Pick<ArchivedUnit, keyof ReturnType<typeof getArchivedUnitFieldForms>>),
    questions: unit.questions.map((question) => toArchivedQuestion(question, files)),
  };
}

function toArchivedQuestion(question: QuestionRow, files: ArchiveWriter): ArchivedUnit["questions"][number] {
  const names = Object.keys(archivedQuestion.shape) as (keyof ArchivedUnit["questions"][number])[];
  const archived = Object.fromEntries(names.map((name) => [name, question[name]]));
  return mapQuestionFiles(archived as ArchivedUnit["questions"][number], (key, purpose) => files.toEntry(key, purpose));
}

/** Converts an archived unit into what an author would send, with the files by their new addresses. */
export function toUnitInput(unit: ArchivedUnit, unit_order: number, files: ArchiveReader): UnitInput {
  const values = unit as unknown as Record<string, unknown>;
  const own = [...UNIT_FIELDS].flatMap(([name, { archived }]) => {
    if (!archived) return [];
    const value = values[name] as never;
    return [[name, archived.read ? archived.read(value, files) : value]];
  });
  const { type, title, content, completion_option, time_limit, questions } = unit;
  return {
    ...(Object.fromEntries(own) as Partial<UnitInput>),
    type,
    title,
    content,
    completion_option,
    time_limit,
    questions: questions.map((question) => mapQuestionFiles(question, (entry) => files.toAddress(entry))),
    unit_order,
    file: unit.file && files.toAddress(unit.file),
  };
}
