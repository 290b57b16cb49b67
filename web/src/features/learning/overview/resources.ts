import { msg } from "@lingui/core/macro";
import type { MessageDescriptor } from "@lingui/core";

/** What a resource is to a reader, from its media type. */
export type ResourceKind = "pdf" | "presentation" | "word" | "excel" | "images" | "video" | "audio" | "unknown";

export const kindLabels: Record<ResourceKind, MessageDescriptor> = {
  pdf: msg`PDF`,
  presentation: msg`Presentation`,
  word: msg`Word`,
  excel: msg`Excel`,
  images: msg`Images`,
  video: msg`Video`,
  audio: msg`Audio`,
  unknown: msg`Unknown Type`,
};

const patterns: [ResourceKind, RegExp][] = [
  ["pdf", /^application\/pdf$/],
  ["presentation", /powerpoint|presentation/],
  ["word", /msword|wordprocessing|opendocument\.text/],
  ["excel", /excel|spreadsheet/],
  ["images", /^image\/(png|jpe?g|gif)$/],
  ["video", /^video\/(mp4|quicktime|webm)$/],
  ["audio", /^audio\/(mpeg|mp3|ogg)$/],
];

export function kindOf({ type }: { type: string }): ResourceKind {
  return patterns.find(([, pattern]) => pattern.test(type))?.[0] ?? "unknown";
}

/** Browsers do not show these; they save them. */
export const isOffice = (kind: ResourceKind) => kind === "presentation" || kind === "word" || kind === "excel";

/** What is shown in the page: the file itself, or the PDF made of it; null for an office document that can only be saved. */
export function shownAs(resource: { file_path: string; pdf_path?: string | null; type: string }) {
  if (resource.pdf_path) return { src: resource.pdf_path, type: "application/pdf" };
  return isOffice(kindOf(resource)) ? null : { src: resource.file_path, type: resource.type };
}

/** May be downloaded, and is of a type that is neither an office file nor an unknown one. */
export const isDownloadable = (resource: { is_downloadable: boolean; type: string }) =>
  resource.is_downloadable && !isOffice(kindOf(resource)) && kindOf(resource) !== "unknown";

type Grouped = { name: string; type: string; category?: { name: string } | null };

/** The resources under the name of their category or, failing that, of their kind; groups and names in order. */
export function groupResources<R extends Grouped>(resources: R[], nameOfKind: (kind: ResourceKind) => string) {
  const groups = new Map<string, R[]>();
  for (const resource of resources) {
    const name = resource.category?.name ?? nameOfKind(kindOf(resource));
    groups.set(name, [...(groups.get(name) ?? []), resource]);
  }
  return [...groups]
    .map(([name, members]) => ({ name, resources: members.toSorted((a, b) => a.name.localeCompare(b.name)) }))
    .sort((a, b) => a.name.localeCompare(b.name));
}
