// Runs in a thread: 500 questions may have ten megabytes of text.
import { type ExportedQuestion, writeMoodle } from "./write-moodle.ts";
import { writeQtiPackage } from "./write-qti.ts";

/** A file of questions; the content of a zip is in base64. */
export interface WrittenFile {
  name: string;
  content: string;
  is_base64: boolean;
}

export const EXPORT_FORMATS = ["moodle_xml", "qti_package"] as const;

/** Questions to write, and the format of their file. */
export interface QuestionsToWrite {
  format: (typeof EXPORT_FORMATS)[number];
  questions: readonly ExportedQuestion[];
}

export default async ({ format, questions }: QuestionsToWrite): Promise<WrittenFile> => {
  if (format === "moodle_xml") return { name: "questions.xml", content: writeMoodle(questions), is_base64: false };
  const zip = await writeQtiPackage(questions);
  return { name: "questions-qti.zip", content: zip.toString("base64"), is_base64: true };
};
