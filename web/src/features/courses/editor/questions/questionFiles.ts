import { keepXmlOfZip } from "./xmlOfZip.ts";

/** A file of questions as the server reads it; zips and workbooks are in base64. */
export interface QuestionFile {
  format: "gift" | "csv" | "moodle_xml" | "qti" | "qti_package" | "xlsx";
  content: string;
}

/** Reads a file that an author chose. Its format follows from its name, and for XML from its elements. */
export async function readQuestionFile(file: File): Promise<QuestionFile> {
  if (/\.zip$/i.test(file.name))
    return { format: "qti_package", content: toBase64(keepXmlOfZip(await readBytes(file))) };
  if (/\.xlsx$/i.test(file.name)) return { format: "xlsx", content: toBase64(await readBytes(file)) };
  const content = await file.text();
  if (/\.csv$/i.test(file.name)) return { format: "csv", content };
  if (!/\.xml$/i.test(file.name)) return { format: "gift", content };
  return { format: /<quiz[\s>]/.test(content) ? "moodle_xml" : "qti", content };
}

const readBytes = async (file: File) => new Uint8Array(await file.arrayBuffer());

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  // In parts: a call takes a limited number of arguments.
  for (let at = 0; at < bytes.length; at += 8_192) binary += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(binary);
}

/** Returns a file that the server wrote. */
export function toBlob({ content, is_base64 }: { content: string; is_base64: boolean }): Blob {
  return new Blob([is_base64 ? Uint8Array.from(atob(content), (each) => each.charCodeAt(0)) : content]);
}
