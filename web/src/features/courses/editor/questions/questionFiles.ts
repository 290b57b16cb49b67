import { takeFiles } from "./filesOfMoodle.ts";
import { keepXmlOfZip, readFileOfZip } from "./xmlOfZip.ts";

/** A file of questions as the server reads it; zips and workbooks are in base64. */
export interface QuestionFile {
  format: "gift" | "csv" | "moodle_xml" | "qti" | "qti_package" | "xlsx";
  content: string;
}

/** A file that an author chose, and the pictures in it, which are not part of what the server reads. */
export interface ChosenFile {
  read: QuestionFile;
  /** Returns a picture by the name that the server gives it; null when the file does not have it. */
  findPicture: (name: string) => Promise<Blob | null>;
}

const withoutPictures = (read: QuestionFile): ChosenFile => ({ read, findPicture: () => Promise.resolve(null) });

/** The server takes no larger pictures. */
const largestPicture = 10 * 1024 * 1024;

/** Reads a file that an author chose. Its format follows from its name, and for XML from its elements. */
export async function readQuestionFile(file: File): Promise<ChosenFile> {
  if (/\.zip$/i.test(file.name)) {
    const bytes = await readBytes(file);
    return {
      read: { format: "qti_package", content: toBase64(keepXmlOfZip(bytes)) },
      findPicture: async (name) => toPicture(await readFileOfZip(bytes, name, largestPicture)),
    };
  }
  if (/\.xlsx$/i.test(file.name)) return withoutPictures({ format: "xlsx", content: toBase64(await readBytes(file)) });
  const content = decode(await readBytes(file));
  if (/\.csv$/i.test(file.name)) return withoutPictures({ format: "csv", content });
  if (!/\.xml$/i.test(file.name)) return withoutPictures({ format: "gift", content });
  if (!/<quiz[\s>]/.test(content)) return withoutPictures({ format: "qti", content });
  const { text, files } = takeFiles(content);
  return {
    read: { format: "moodle_xml", content: text },
    findPicture: (name) => Promise.resolve(toPicture(fromBase64(files[Number(name.split("/")[0]) - 1] ?? ""))),
  };
}

const readBytes = async (file: File) => new Uint8Array(await file.arrayBuffer());

/** Decodes a text in UTF-8, in UTF-16 with its mark, or in the encoding in which spreadsheets on Windows save CSV files. */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

const toPicture = (bytes: Uint8Array<ArrayBuffer> | null) => (bytes && bytes.length > 0 ? new Blob([bytes]) : null);

/** Returns the bytes of a text in base64; null for another text. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
  } catch {
    return null;
  }
}

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
