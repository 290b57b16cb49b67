import * as z from "zod";
import { optionalText } from "../../course-fields.ts";
import { findYoutubeId } from "../../youtube.ts";
import type { Text, UnitTypeDefinition } from "../unit-type.ts";
import { captions } from "./captions.ts";
import { phrase, t } from "../../../../i18n/message.ts";

export const videoUnit = {
  typename: "Video",
  list: "videos",
  argument: "video",
  inputName: "VideoUnitInput",
  contentOutput: "content",
  takes: ["content", "completion", "questions"],
  completionOptions: ["time", "question"],
  isCompletedByPackage: false,
  file: { purpose: "video", input: "video_path", output: "video_path", isForLearners: true },
  fields: {
    youtube_link: {
      column: "text",
      api: "String",
      form: optionalText(2_000),
      empty: null,
      findProblem: (link: string | null) =>
        link && !findYoutubeId(link) ? t`This is not the address of a YouTube video.` : null,
      // Every form of an address is stored as the one that is played.
      toStored: (link: string | null) => link && `https://www.youtube.com/watch?v=${findYoutubeId(link)}`,
      archived: { form: z.string().max(20_000).nullable().default(null) },
    },
    captions,
  },
  needsTitle: true,
  findLack: ({ file, youtube_link }: { file?: Text; youtube_link?: Text }) =>
    file?.trim() || youtube_link?.trim() ? null : phrase`video file or YouTube link is required`,
} as const satisfies UnitTypeDefinition;
