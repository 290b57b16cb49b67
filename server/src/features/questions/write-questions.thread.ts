// Runs in a thread: 500 questions may have ten megabytes of text.
import type { EXPORT_FORMATS } from "./file-formats.ts";
import { type ExportedQuestion, writeMoodle } from "./write-moodle.ts";
import { writeQtiPackage } from "./write-qti.ts";
import { writeCsv, writeXlsxOfQuestions } from "./write-sheet.ts";

/** A file of questions; the content of a zip, and of a workbook, is in base64. */
export interface WrittenFile {
  name: string;
  content: string;
  is_base64: boolean;
}

/** Questions to write, and the format of their file. */
export interface QuestionsToWrite {
  format: (typeof EXPORT_FORMATS)[number];
  questions: readonly ExportedQuestion[];
  /** The pictures of the questions by their names. */
  pictures: ReadonlyMap<string, Uint8Array>;
}

export default async ({ format, questions, pictures }: QuestionsToWrite): Promise<WrittenFile> => {
  switch (format) {
    case "moodle_xml":
      return { name: "questions.xml", content: writeMoodle(questions, pictures), is_base64: false };
    case "csv":
      return { name: "questions.csv", content: writeCsv(questions), is_base64: false };
    case "xlsx":
      return inBase64("questions.xlsx", await writeXlsxOfQuestions(questions));
    case "qti_package":
      return inBase64("questions-qti.zip", await writeQtiPackage(questions, pictures));
  }
};

const inBase64 = (name: string, bytes: Buffer) => ({ name, content: bytes.toString("base64"), is_base64: true });
