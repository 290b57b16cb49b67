import { t } from "../../i18n/message.ts";
import { Refusal } from "../../platform/refusal.ts";
import { type MixedXml, parseMixedXml } from "../../platform/xml.ts";
import { readMarking, readRules } from "./essay-lines.ts";
import { findAll, listNamed, toPlainText, toQti2 } from "./qti-names.ts";
import { listTruths, type QuestionDraft } from "./question-form.ts";
import { readFeedback } from "./qti-feedback.ts";
import { readGaps } from "./qti-gaps.ts";
import {
  type Choice,
  findMaxScore,
  INTERACTION,
  type Item,
  readAsked,
  readChoices,
  readPrompt,
  toPoints,
} from "./qti-item.ts";
import { listRight, readAccepted } from "./qti-keys.ts";
import { toAcceptedKey, listCorrect, readScoring, type Scoring } from "./qti-scoring.ts";
import { readText } from "./qti-text.ts";
import type { Read, ReadProblem } from "./read-gift.ts";
import { Unreadable } from "./unreadable.ts";
import { readWeights } from "./weights.ts";

type Written = Omit<QuestionDraft, "id">;

/**
 * Reads an item of QTI 2.0 to 3.0 (an 'assessmentItem') as a question: choices, order, pairs, one text or number that is typed,
 * words that are chosen for gaps, and long texts.
 * @param source the file within a package
 * @param path where it is in the zip, from which the paths of pictures begin
 */
export function readQti(bytes: Buffer, source?: string, path = source): Read {
  const at = { line: 1, ...(source === undefined ? {} : { source }) };
  const notes: ReadProblem[] = [];
  try {
    const root = toQti2(parseMixedXml(bytes, source ?? "XML"));
    const question = readItem(root, path, (message) => notes.push({ ...at, message }));
    return { questions: [{ ...at, question }], problems: [], notes };
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof Unreadable)) throw error;
    return { questions: [], problems: [{ ...at, message: error.text }], notes: [] };
  }
}

function readItem(root: MixedXml, path: string | undefined, note: Item["note"]): Written {
  if (root.name === "questestinterop")
    throw new Unreadable(t`This is a file of QTI 1, which cannot be imported. Export it as QTI 2.1 or 3.0.`);
  if (root.name === "assessmentTest")
    throw new Unreadable(
      t`This is the description of a test, without its questions. Choose the package that it is part of.`,
    );
  if (root.name !== "assessmentItem")
    throw new Unreadable(t`This is not a question of QTI: the element 'assessmentItem' is missing.`);
  const [body] = listNamed(root, "itemBody");
  if (!body) throw new Unreadable(t`This question has no text.`);
  if (root.attributes["adaptive"] === "true" || listNamed(root, "templateProcessing").length > 0)
    throw new Unreadable(
      t`This question changes while it is answered, or has random values, which cannot be imported.`,
    );
  if (listNamed(root, "assessmentStimulusRef").length > 0)
    throw new Unreadable(t`This question belongs to a text in another file, which cannot be imported.`);
  const interactions = findAll(body, ({ name }) => INTERACTION.test(name));
  const [first] = interactions;
  if (!first) throw new Unreadable(t`This question has nothing to answer.`);
  const reader = findReader(interactions, first);
  const scoring = first.name === "extendedTextInteraction" ? readLongScoring(root, note) : readScoring(root);
  const item: Item = { root, body, interactions, scoring, correct: listCorrect(root), path, media: [], note };
  const question = { ...BLANK, ...reader(item, first) };
  const media = item.media.map((picture) => ({ kind: "picture" as const, ...picture }));
  return media.length > 0 ? { ...question, media } : question;
}

/** Reads the scoring of a long text, of which only feedback can be taken. */
function readLongScoring(root: MixedXml, note: Item["note"]): Scoring {
  try {
    return readScoring(root);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    note(t`The scoring of the long text is left out.`);
    return { methods: new Map(), shown: new Map(), copies: new Set() };
  }
}

const BLANK = {
  options: [],
  pairs: [],
  rules: [],
  required_points: 0,
  accepted: [],
  matches_case: false,
  points: 1,
  feedback: "",
};

type Part = Partial<Written> & Pick<Written, "type" | "question">;

/** Returns the reader of the type of interaction. @throws Unreadable for an unknown type, or several interactions */
function findReader(interactions: MixedXml[], { name }: MixedXml) {
  const names = [...new Set(interactions.map((each) => each.name))];
  if (names.length > 1 || (interactions.length > 1 && name !== "inlineChoiceInteraction"))
    throw new Unreadable(
      t`This question asks for several answers at once (${names.slice(0, 5).join(", ")}), which cannot be imported.`,
    );
  const reader = READERS[name];
  if (!reader) throw new Unreadable(t`Questions of the type '${name}' cannot be imported.`);
  return reader;
}

const READERS: Record<string, (item: Item, interaction: MixedXml) => Part> = {
  choiceInteraction: readChoice,
  orderInteraction: readOrder,
  matchInteraction: readMatch,
  associateInteraction: readAssociate,
  textEntryInteraction: readEntry,
  inlineChoiceInteraction: (item) => readGaps(item),
  gapMatchInteraction: (item) => readGaps(item),
  extendedTextInteraction: readLongText,
};

function readChoice(item: Item, interaction: MixedXml): Part {
  const choices = readChoices(interaction, "simpleChoice", item);
  const { right, points, weigh } = listRight(item, interaction, true);
  for (const id of right) findChoice(choices, id);
  const feedback = readFeedback(item);
  const shown = choices.map((choice) => ({
    text: choice.text,
    checked: right.includes(choice.id),
    feedback: feedback.of(choice.id) ?? choice.feedback,
    ...withPicture(choice),
  }));
  const options = weigh
    ? readWeights(
        shown.map(({ checked: _, ...option }, at) => ({ ...option, weight: weigh(choices[at]!.id) })),
        false,
      )
    : shown;
  const about = { question: readAsked(item, readPrompt(item)), points, feedback: feedback.general() };
  const truth = readTruth(choices, right);
  if (truth === null) return { ...about, type: "Multiple Choice", options };
  const tell = (text: string) => options.find((option) => option.text.toLowerCase() === text.toLowerCase())?.feedback;
  return {
    ...about,
    type: "True or False",
    options: listTruths(truth).map((option) => ({ ...option, feedback: tell(option.text) })),
  };
}

/** Returns what is right of choices that are named 'true' and 'false'; null for other choices. */
function readTruth(choices: Choice[], right: string[]): boolean | null {
  const isTruth = choices.every(({ id, text }) => /^(?:true|false|t|f)$/i.test(id) && /^(?:true|false)$/i.test(text));
  const texts = new Set(choices.map(({ text }) => text.toLowerCase()));
  if (!isTruth || choices.length !== 2 || texts.size !== 2 || right.length !== 1) return null;
  return choices.find(({ id }) => id === right[0])?.text.toLowerCase() === "true";
}

function readOrder(item: Item, interaction: MixedXml): Part {
  const choices = readChoices(interaction, "simpleChoice", item);
  const { right, points } = listRight(item, interaction);
  if (new Set(right).size !== choices.length || right.length !== choices.length)
    throw new Unreadable(t`Only some of the items belong to the order, which is not possible here.`);
  const options = right.map((id) => {
    const choice = findChoice(choices, id);
    return { text: choice.text, checked: false, ...withPicture(choice) };
  });
  return {
    type: "Ordering",
    question: readAsked(item, readPrompt(item)),
    options,
    points,
    feedback: readFeedback(item).general(),
  };
}

const withPicture = ({ picture }: Choice) => (picture ? { picture } : {});

function findChoice(choices: Choice[], id: string | undefined): Choice {
  const choice = choices.find((each) => each.id === id);
  if (!choice) throw new Unreadable(t`The right answer names '${id ?? ""}', which is not a choice.`);
  return choice;
}

function readMatch(item: Item, interaction: MixedXml): Part {
  const [lefts = [], rights = []] = listNamed(interaction, "simpleMatchSet").map((set, at) =>
    readChoices(set, "simpleAssociableChoice", at === 0 ? item : undefined),
  );
  const { right: key, points } = listRight(item, interaction);
  const pairs = key.map((pair) => pair.split(/\s+/));
  const counts = lefts.map(({ id }) => pairs.filter(([left]) => left === id).length);
  if (counts.some((count) => count !== 1) || pairs.length !== lefts.length)
    throw new Unreadable(t`An item belongs to no other, or to several, which is not possible here.`);
  if (rights.some(({ id }) => !pairs.some(([, right]) => right === id)))
    throw new Unreadable(t`Some items belong to no pair, which is not possible here.`);
  return toPairs(
    item,
    lefts.map((left) => ({
      left: left.text,
      ...withPicture(left),
      right: findChoice(rights, pairs.find(([id]) => id === left.id)?.[1]).text,
    })),
    points,
  );
}

function readAssociate(item: Item, interaction: MixedXml): Part {
  const choices = readChoices(interaction, "simpleAssociableChoice");
  const { right: key, points } = listRight(item, interaction);
  const named = key.flatMap((pair) => pair.split(/\s+/));
  if (named.length !== 2 * key.length || named.length !== choices.length || new Set(named).size !== choices.length)
    throw new Unreadable(t`Some items belong to no pair, which is not possible here.`);
  const pairs = key.map((pair) => {
    const [left, right] = pair.split(/\s+/).map((id) => findChoice(choices, id).text);
    return { left: left!, right: right! };
  });
  return toPairs(item, pairs, points);
}

function toPairs(item: Item, pairs: Written["pairs"], points: number): Part {
  return {
    type: "Match the Pairs",
    question: readAsked(item, readPrompt(item)),
    pairs,
    points,
    feedback: readFeedback(item).general(),
  };
}

function readEntry(item: Item, interaction: MixedXml): Part {
  const { isNumber, accepted, matchesCase, points } = readAccepted(item, interaction);
  const feedback = readFeedback(item);
  const asked = readAsked(item, () => "\u0001");
  const [before = "", after = ""] = asked.split("\u0001").map((each) => each.trim());
  const question = after === "" && before !== "" ? before : asked.replace("\u0001", "_____");
  if (before === "" && after === "") throw new Unreadable(t`This question has no text.`);
  return {
    type: isNumber ? "Number" : "Short Text",
    question,
    accepted: accepted.map(({ text, tolerance, ...weight }) => ({
      text,
      tolerance,
      ...weight,
      feedback: feedback.of(toAcceptedKey({ text, tolerance })),
    })),
    matches_case: matchesCase,
    points,
    feedback: feedback.general(),
  };
}

/** Reads a Free Text where an export wrote its rules for scorers, otherwise an essay that a person marks. */
function readLongText(item: Item): Part {
  const scorer = listNamed(item.body, "rubricBlock").filter(({ attributes }) =>
    (attributes["view"] ?? "").includes("scorer"),
  );
  const info = scorer.map((block) => readText(block.content)).join("\n");
  const max = findMaxScore(item.root).map(toPlainText).join("").trim();
  const points = toPoints(Number(max || 1));
  const rules = readRules(info);
  return {
    ...(rules ? { type: "Free Text", ...rules } : { type: "Essay", ...readMarking(info, points) }),
    question: readAsked(item, readPrompt(item)),
    points,
    feedback: readFeedback(item).general(),
  };
}
