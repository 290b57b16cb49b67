import { Invalid } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { runInThread } from "../../platform/threads.ts";
import { divideForExport } from "./exportable.ts";
import type { ReadProblem } from "./read-gift.ts";
import type { ExportedQuestion } from "./write-moodle.ts";
import { EXPORT_FORMATS, type QuestionsToWrite, type WrittenFile } from "./write-questions.thread.ts";

/** A file of questions, and the questions that it cannot have, by their place. */
export interface QuestionExport extends WrittenFile {
  written: number;
  left_out: ReadProblem[];
}

type Format = QuestionsToWrite["format"];

/** Checks that questions can be exported in a format. @throws Invalid */
export function checkFormat(format: string): asserts format is Format {
  if (!EXPORT_FORMATS.some((each) => each === format))
    throw new Invalid({
      format: [t`Questions are exported as Moodle XML, as a QTI package, as CSV or as an Excel workbook.`],
    });
}

/** Writes questions as a file, without those that such a file cannot have. */
export async function writeFile(format: Format, questions: readonly ExportedQuestion[]): Promise<QuestionExport> {
  const { written, leftOut } = divideForExport(questions, format);
  const file = await runInThread<QuestionsToWrite, WrittenFile>(
    new URL("./write-questions.thread.ts", import.meta.url),
    { format, questions: written },
    "questions",
  );
  return { ...file, written: written.length, left_out: leftOut };
}
