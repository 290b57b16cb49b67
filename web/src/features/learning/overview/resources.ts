import { msg } from "@lingui/core/macro";
import type { MessageDescriptor } from "@lingui/core";

/** The type of a resource as the learner sees it, from its media type. */
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

export function getKind({ type }: { type: string }): ResourceKind {
  return patterns.find(([, pattern]) => pattern.test(type))?.[0] ?? "unknown";
}

/** Returns whether the browser downloads files of this type instead of showing them. */
export const isOffice = (kind: ResourceKind) => kind === "presentation" || kind === "word" || kind === "excel";

/** Returns the address shown in the page: the file itself or its PDF; null for an office document without a PDF. */
export function shownAs(resource: { file_path: string; pdf_path?: string | null; type: string }) {
  if (resource.pdf_path) return { src: resource.pdf_path, type: "application/pdf" };
  return isOffice(getKind(resource)) ? null : { src: resource.file_path, type: resource.type };
}

/** Returns whether learners may download the resource and its type is known and not an office type. */
export const isDownloadable = (resource: { is_downloadable: boolean; type: string }) =>
  resource.is_downloadable && !isOffice(getKind(resource)) && getKind(resource) !== "unknown";

type Grouped = { name: string; type: string; category?: { name: string } | null };

/** Groups resources by category or else by type. Groups and names are sorted. */
export function groupResources<R extends Grouped>(resources: R[], nameOfKind: (kind: ResourceKind) => string) {
  const groups = new Map<string, R[]>();
  for (const resource of resources) {
    const name = resource.category?.name ?? nameOfKind(getKind(resource));
    groups.set(name, [...(groups.get(name) ?? []), resource]);
  }
  return [...groups]
    .map(([name, members]) => ({ name, resources: members.toSorted((a, b) => a.name.localeCompare(b.name)) }))
    .sort((a, b) => a.name.localeCompare(b.name));
}
