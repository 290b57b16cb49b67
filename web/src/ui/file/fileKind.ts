/** How a file can be shown in the page, by its media type; null when it can only be downloaded. */
export type FileKind = "image" | "video" | "audio" | "pdf" | "text";

export function fileKind(type: string | null | undefined): FileKind | null {
  if (!type) return null;
  if (/^image\/(png|jpeg|gif|webp)$/.test(type)) return "image";
  if (type.startsWith("video/")) return "video";
  if (type.startsWith("audio/")) return "audio";
  if (type === "application/pdf") return "pdf";
  return type === "text/plain" ? "text" : null;
}
