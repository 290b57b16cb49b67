import { t } from "../../i18n/message.ts";
import type { MixedXml } from "../../platform/xml.ts";
import { writeRaised } from "./raised-text.ts";
import { Unreadable } from "./unreadable.ts";

const BLOCKS = new Set(
  "address article blockquote contentBody dd div dl dt figure footer h1 h2 h3 h4 h5 h6 header hr li ol p pre prompt section table tbody thead tr ul".split(
    " ",
  ),
);
const MEDIA = new Set("img object picture audio video embed iframe svg canvas math".split(" "));
const SKIPPED = new Set(
  "stylesheet rp infoControl catalogInfo companionMaterialsInfo template script style".split(" "),
);
const COMPUTED = new Set("printedVariable templateInline templateBlock include".split(" "));

// The border of a block. XML has no such character.
const BREAK = "\0";

/**
 * Returns the text of an item's content: blocks and line breaks become lines, markup is not kept.
 * @param replace returns a text for an element instead of its content; null for its content
 * @throws Unreadable for pictures, recordings, formulas, and texts that are computed
 */
export function readText(content: MixedXml["content"], replace: (element: MixedXml) => string | null = () => null) {
  return trimLines(readContent(content, replace).replace(/[ \t\n]*\0[ \t\n\0]*/g, "\n"));
}

/** Joins lines without blanks around them, with at most one empty line between two. */
export const trimLines = (text: string): string =>
  text
    .replace(/[ \t]*\n[ \t]*/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();

function readContent(content: MixedXml["content"], replace: (element: MixedXml) => string | null): string {
  return content
    .map((each) => {
      if (typeof each === "string") return each.replace(/[ \t\r\n]+/g, " ");
      const instead = replace(each);
      if (instead !== null) return instead;
      if (SKIPPED.has(each.name)) return "";
      if (MEDIA.has(each.name))
        throw new Unreadable(t`This question has a picture, a recording or a formula, which cannot be imported.`);
      if (COMPUTED.has(each.name))
        throw new Unreadable(t`This question has a text that is computed or stored elsewhere ('${each.name}').`);
      if (each.name === "br") return "\n";
      const inner = readContent(each.content, replace);
      if (each.name === "sup" || each.name === "sub") return writeRaised(each.name, inner);
      if (each.name === "td" || each.name === "th") return `${inner} `;
      return BLOCKS.has(each.name) ? `${BREAK}${inner}${BREAK}` : inner;
    })
    .join("");
}
