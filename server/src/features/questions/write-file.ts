import { buffer } from "node:stream/consumers";
import type { Actor, Reach } from "../../access/actor.ts";
import { Invalid } from "../../errors.ts";
import { type Message, t } from "../../i18n/message.ts";
import { runInThread } from "../../platform/threads.ts";
import { resolveFiles } from "../files/files.service.ts";
import { findExportProblem, nameQuestion } from "./exportable.ts";
import { EXPORT_FORMATS } from "./file-formats.ts";
import { listQuestionFiles, mapQuestionFiles } from "./question-files.ts";
import type { QuestionDraft } from "./question-form.ts";
import type { ReadProblem } from "./read-gift.ts";
import type { ExportedQuestion } from "./write-moodle.ts";
import type { QuestionsToWrite, WrittenFile } from "./write-questions.thread.ts";

/** A file of questions, and the questions that it cannot have, by their place. */
export interface QuestionExport extends WrittenFile {
  written: number;
  left_out: ReadProblem[];
}

type Format = QuestionsToWrite["format"];

/** Of all pictures in a file, which is sent within an answer of the API. */
const MOST_PICTURE_BYTES = 10 * 1024 * 1024;

/** Checks that questions can be exported in a format. @throws Invalid */
export function checkFormat(format: string): asserts format is Format {
  if (!EXPORT_FORMATS.some((each) => each === format))
    throw new Invalid({
      format: [t`Questions are exported as Moodle XML, as a QTI package, as CSV or as an Excel workbook.`],
    });
}

/**
 * Writes questions as a file with their pictures, without those that such a file cannot have.
 * @param questions with the keys of their files
 */
export async function writeFile(
  actor: Actor,
  format: Format,
  questions: readonly ExportedQuestion[],
): Promise<QuestionExport> {
  const { written, pictures, leftOut } = await loadPictures(actor, format, questions);
  const file = await runInThread<QuestionsToWrite, WrittenFile>(
    new URL("./write-questions.thread.ts", import.meta.url),
    { format, questions: written, pictures },
    "questions",
  );
  return { ...file, written: written.length, left_out: leftOut };
}

/** Divides questions into those that the file can have, whose pictures get their names in the file, and the others. */
async function loadPictures(actor: Actor, format: Format, questions: readonly ExportedQuestion[]) {
  const names = new Map<string, string>();
  const pictures = new Map<string, Uint8Array>();
  const written: ExportedQuestion[] = [];
  const leftOut: ReadProblem[] = [];
  let size = 0;
  const load = async (question: ExportedQuestion): Promise<Message | null> => {
    const keys = new Set(listQuestionFiles(question).map(({ file }) => file));
    const added = new Map<string, Buffer>();
    let more = 0;
    for (const key of [...keys].filter((each) => !names.has(each))) {
      const bytes = await buffer(await actor.platform.files.get(key));
      added.set(key, bytes);
      more += bytes.length;
      // The question leaves nothing behind: later ones may have smaller pictures.
      if (size + more > MOST_PICTURE_BYTES)
        return t`"${nameQuestion(question)}" is left out: the pictures of a file may have 10 MB in all.`;
    }
    size += more;
    for (const [key, bytes] of added) {
      const name = `picture-${names.size + 1}.${findEnding(bytes)}`;
      names.set(key, name);
      pictures.set(name, bytes);
    }
    return null;
  };
  for (const [index, question] of questions.entries()) {
    const message = findExportProblem(question, format) ?? (await load(question));
    if (message) leftOut.push({ line: index + 1, message });
    else written.push(mapQuestionFiles(question, (key) => names.get(key)!));
  }
  return { written, pictures, leftOut };
}

/** Returns the ending of a picture's name by its first bytes; uploads have no other types. */
function findEnding(bytes: Buffer): string {
  if (bytes[0] === 0x89) return "png";
  if (bytes[0] === 0xff) return "jpg";
  return bytes[0] === 0x47 ? "gif" : "webp";
}

/** Replaces the addresses of files by their keys. @throws Invalid for a file that the caller may not use */
export async function withKeys<Question extends Omit<QuestionDraft, "id">>(
  reach: Reach<"course.author">,
  drafts: readonly Question[],
): Promise<Question[]> {
  const wanted = drafts.flatMap((draft, index) =>
    listQuestionFiles(draft).map(({ file, purpose }) => ({
      address: file,
      purpose,
      field: "questions",
      message: t`A picture or recording of question ${index + 1} is not known here. Please remove it and upload it again.`,
    })),
  );
  const files = await resolveFiles(reach, wanted, { courseId: null });
  return drafts.map((draft) => mapQuestionFiles(draft, (address) => files.get(address)!.key));
}
