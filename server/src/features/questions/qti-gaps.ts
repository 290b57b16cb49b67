import { t } from "../../i18n/message.ts";
import type { MixedXml } from "../../platform/xml.ts";
import { listGaps, parseGaps, printGaps } from "./gaps.ts";
import type { QuestionDraft } from "./question-form.ts";
import { readFeedback } from "./qti-feedback.ts";
import { listRight } from "./qti-keys.ts";
import { findAll, listNamed } from "./qti-names.ts";
import { readText } from "./qti-text.ts";
import { INTERACTION, type Item, readAsked, readChoices } from "./qti-item.ts";
import { Unreadable } from "./unreadable.ts";

type Gaps = Pick<QuestionDraft, "type" | "question" | "points" | "feedback">;

/** Reads gaps for which learners choose a word: lists within the text, or one list for all gaps. */
export function readGaps(item: Item): Gaps {
  const gaps: string[][] = [];
  const isPool = item.interactions[0]?.name === "gapMatchInteraction";
  let points = 0;
  const asked = readAsked(item, (interaction) => {
    if (isPool) {
      const pool = readPool(item, interaction);
      points = pool.points;
      return `\0${readText(interaction.content, (element) => (/^gap(?:Text|Img)$/.test(element.name) ? "" : element.name === "gap" ? mark(pool.choicesOf(element)) : INTERACTION.test(element.name) ? "" : null))}\0`;
    }
    const choices = readChoices(interaction, "inlineChoice");
    const { right, points: worth } = listRight(item, interaction);
    points = worth;
    const first = choices.find(({ id }) => id === right[0]);
    if (!first || right.length !== 1) throw new Unreadable(t`A gap has not exactly one right choice.`);
    return mark([first, ...choices.filter((each) => each !== first)].map(({ text }) => text));
  });
  const parts = asked.split("\u0001").flatMap((text, at) => {
    const gap = at > 0 ? gaps[at - 1] : undefined;
    return [...(gap ? [{ alternatives: gap }] : []), ...(text ? [{ text }] : [])];
  });
  const question = printGaps(parseGaps(printGaps(parts)));
  if (listGaps(question).length !== gaps.length)
    throw new Unreadable(t`The text has square brackets, which would become gaps.`);
  return { type: "Fill the Gaps", question, points, feedback: readFeedback(item).general() };

  function mark(choices: string[]): string {
    if (choices.some((text) => /[[\]|]/.test(text) || text === ""))
      throw new Unreadable(t`A choice of a gap is empty, or has brackets or '|'.`);
    gaps.push(choices);
    return "\u0001";
  }
}

function readPool(item: Item, interaction: MixedXml) {
  const choices = readChoices(interaction, "gapText");
  if (choices.length === 0 || listNamed(interaction, "gapImg").length > 0)
    throw new Unreadable(t`This question has a picture, a recording or a formula, which cannot be imported.`);
  const { right, points } = listRight(item, interaction);
  const pairs = right.map((pair) => pair.split(/\s+/));
  const gapCount = findAll(interaction, ({ name }) => name === "gap").length;
  if (pairs.length !== gapCount) throw new Unreadable(t`A gap has not exactly one right choice.`);
  return {
    points,
    choicesOf: (gap: MixedXml) => {
      const own = pairs.filter(([, id]) => id === gap.attributes["identifier"]);
      const first = choices.find(({ id }) => id === own[0]?.[0]);
      if (!first || own.length !== 1) throw new Unreadable(t`A gap has not exactly one right choice.`);
      return [first, ...choices.filter((each) => each !== first)].map(({ text }) => text);
    },
  };
}
