import { Invalid } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { runInThread } from "../../platform/threads.ts";
import type { ExportedQuestion } from "./write-moodle.ts";
import { EXPORT_FORMATS, type QuestionsToWrite, type WrittenFile } from "./write-questions.thread.ts";

type Format = QuestionsToWrite["format"];

/** Checks that questions can be exported in a format. @throws Invalid */
export function checkFormat(format: string): asserts format is Format {
  if (!EXPORT_FORMATS.some((each) => each === format))
    throw new Invalid({ format: [t`Questions are exported as Moodle XML or as a QTI package.`] });
}

/** Writes questions as a file. */
export function writeFile(format: Format, questions: readonly ExportedQuestion[]): Promise<WrittenFile> {
  return runInThread<QuestionsToWrite, WrittenFile>(
    new URL("./write-questions.thread.ts", import.meta.url),
    { format, questions },
    "questions",
  );
}
