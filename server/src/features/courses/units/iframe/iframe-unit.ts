import * as z from "zod";
import { optionalText } from "../../course-fields.ts";
import type { Text, UnitTypeDefinition } from "../unit-type.ts";
import { phrase, t } from "../../../../i18n/message.ts";
import { isSamplePage } from "../../../../platform/sample-pages.ts";

/** Tells whether this is the address of a web page, or a sample page; nothing else can be shown in a frame. */
export function isEmbeddable(address: string): boolean {
  const trimmed = address.trim();
  return isSamplePage(trimmed) || (/^https?:\/\//i.test(trimmed) && URL.canParse(trimmed));
}

export const iframeUnit = {
  typename: "iFrameUnitType",
  list: "iframes",
  argument: "iframe",
  inputName: "IframeUnitInput",
  contentOutput: "content",
  takes: ["content", "completion", "questions"],
  completionOptions: ["time", "question"],
  isCompletedByPackage: false,
  file: null,
  fields: {
    url: {
      column: "text",
      api: "String",
      form: optionalText(2_000),
      empty: null,
      findProblem: (url: string | null) =>
        url && !isEmbeddable(url) ? t`Use an address that begins with https:// or http://.` : null,
      archived: { form: z.string().max(20_000).nullable().default(null) },
    },
  },
  needsTitle: true,
  findLack: ({ url }: { url?: Text }) => (url?.trim() ? null : phrase`URL is required`),
} as const satisfies UnitTypeDefinition;
