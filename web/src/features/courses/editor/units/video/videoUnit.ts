import { msg, t } from "@lingui/core/macro";
import { unitTypeNames } from "../../../../../app/unitTypeNames.ts";
import { removeSignatures, showText, type UnitFields } from "../../comparedValues.ts";
import { findYoutubeId } from "../../youtube.ts";
import type { UnitTypeEditor } from "../unitType.ts";
import { writeText } from "../writeUnit.ts";

/** The captions of a video in one language (BCP 47). */
export type Captions = { language: string; file_path: string; file_name: string };

const fields = {
  youtube_link: { label: msg`YouTube link`, empty: "", describe: showText },
  /** One for each language. */
  captions: {
    label: msg`Captions`,
    empty: [] as Captions[],
    describe: (captions: Captions[]) => ({
      value: removeSignatures(JSON.stringify(captions.map(({ language, file_path }) => [language, file_path]))),
      text: captions.map(({ language, file_name }) => `${language}: ${file_name}`).join("\n"),
    }),
  },
} satisfies UnitFields;

/** Returns what is wrong with a link that was typed; null for none and for a valid one. */
export const findLinkProblem = ({ youtube_link }: { youtube_link: string }) =>
  youtube_link.trim() && !findYoutubeId(youtube_link) ? t`This is not the address of a YouTube video.` : null;

export const videoUnit: UnitTypeEditor<"Video", "videos", typeof fields> = {
  type: "Video",
  list: "videos",
  argument: "video",
  name: unitTypeNames.Video,
  fields,
  needsTitle: true,
  read: ({ content, video_path, file_name, youtube_link, captions }) => ({
    content,
    file: video_path,
    file_name,
    youtube_link: youtube_link ?? "",
    captions,
  }),
  write: (each) => ({
    ...writeText(each),
    video_path: each.unit.file,
    youtube_link: each.unit.youtube_link.trim() || null,
    captions: each.unit.captions.map(({ language, file_path }) => ({ language, file_path })),
  }),
  listProblems: (unit) => [findLinkProblem(unit) ?? []].flat(),
  findLack: ({ youtube_link }, hasFile) =>
    hasFile || youtube_link.trim() ? null : t`video file or YouTube link is required`,
};
