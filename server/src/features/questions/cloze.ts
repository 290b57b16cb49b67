import { MessageError, t } from "../../i18n/message.ts";
import { listGaps, parseGaps, printGaps } from "./gaps.ts";

/** Why a text with gaps of Moodle cannot be read. */
export class UnreadableCloze extends MessageError {}

const CHOICES = /^(?:MULTICHOICE|MULTICHOICE_[VHS]|MULTICHOICE_[VH]S|MC|MC[VHS]|MC[VH]S)$/;

/** Writes '[100|90]' as Moodle's '{1:MULTICHOICE:=100~90}'. */
export function writeCloze(text: string): string {
  return parseGaps(text)
    .map((part) => {
      if ("text" in part) return part.text;
      const [right, ...wrong] = part.alternatives.map((each) => each.replace(/[\\{}~#/"=%]/g, "\\$&"));
      return `{1:MULTICHOICE:=${right}${wrong.map((each) => `~${each}`).join("")}}`;
    })
    .join("");
}

/** Reads a text with gaps of Moodle whose gaps offer choices. @throws UnreadableCloze */
export function readCloze(text: string): string {
  let end = 0;
  const parts: Parameters<typeof printGaps>[0] = [];
  for (const match of text.matchAll(/\{\d*:([A-Z_]+):((?:\\[\s\S]|[^\\{}])*)\}/g)) {
    const [whole, kind = "", body = ""] = match;
    if (!CHOICES.test(kind)) throw new UnreadableCloze(t`Gaps of the type '${kind}' cannot be imported.`);
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    parts.push({ alternatives: readChoices(body) });
    end = match.index + whole.length;
  }
  if (parts.length === 0) throw new UnreadableCloze(t`This question has no gaps that could be read.`);
  if (end < text.length) parts.push({ text: text.slice(end) });
  const printed = printGaps(parts);
  if (listGaps(printed).length !== parts.filter((part) => "alternatives" in part).length)
    throw new UnreadableCloze(t`The text has square brackets, which would become gaps.`);
  return printed;
}

/** Returns the choices of a gap, the right one first. */
function readChoices(body: string): string[] {
  const choices = [...body.matchAll(/(?:\\[\s\S]|[^\\~])+/g)].map(([raw]) => {
    const [, weight, rest] = /^(=|%-?[\d.]+%)?([\s\S]*)$/.exec(raw.trim()) ?? [];
    const isRight = weight === "=" || Number(weight?.slice(1, -1)) === 100;
    const isPartial = !isRight && Number(weight?.slice(1, -1) || 0) > 0;
    const text = (rest ?? "")
      .replace(/(?<!\\)#[\s\S]*$/, "")
      .replace(/\\([\s\S])/g, "$1")
      .trim();
    return { text, isRight, isPartial };
  });
  const right = choices.filter(({ isRight }) => isRight);
  if (right.length !== 1 || choices.some(({ isPartial }) => isPartial))
    throw new UnreadableCloze(t`A gap has not exactly one right choice.`);
  if (choices.some(({ text }) => /[[\]|]/.test(text) || text === ""))
    throw new UnreadableCloze(t`A choice of a gap is empty, or has brackets or '|'.`);
  return [...right, ...choices.filter(({ isRight }) => !isRight)].map(({ text }) => text);
}
