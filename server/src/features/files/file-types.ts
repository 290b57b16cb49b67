import { OFFICE_BY_ENDING } from "./upload-kinds.ts";

/** The number of first bytes that detecting a type needs. */
export const HEAD_BYTES = 4100;

/** Detects the media type of a file from its first bytes; its name decides between types that share their signature. */
export async function detectType(head: Buffer, name: string): Promise<string> {
  const { fileTypeFromBuffer } = await import("file-type");
  return officeType(head, (await fileTypeFromBuffer(head))?.mime, name) ?? plainType(head, name);
}

/**
 * Returns the type of an office document in a container: Microsoft's old format, or a zip of a new one; otherwise the
 * type found.
 */
function officeType(head: Buffer, found: string | undefined, name: string): string | undefined {
  const ending = name.toLowerCase().split(".").at(-1) ?? "";
  const text = head.toString("latin1");
  const isOld = found === "application/x-cfb" && /^(doc|xls|ppt)$/.test(ending);
  const isOpenXml =
    found === "application/zip" &&
    /^(docx|xlsx|pptx)$/.test(ending) &&
    /\[Content_Types\]\.xml|_rels\/|word\/|xl\/|ppt\//.test(text);
  const isOpenDocument = found === "application/zip" && text.includes("mimetypeapplication/vnd.oasis.opendocument");
  return (isOld || isOpenXml || isOpenDocument ? OFFICE_BY_ENDING[ending] : undefined) ?? found;
}

/** Text has no signature: a file without control characters named .txt or .csv has that type; the rest is just bytes. */
function plainType(head: Buffer, name: string): string {
  const types: Record<string, string> = { txt: "text/plain", csv: "text/csv" };
  const type = types[name.toLowerCase().split(".").at(-1) ?? ""];
  return type && !/[\x00-\x08\x0e-\x1f]/.test(head.toString("latin1")) ? type : "application/octet-stream";
}
