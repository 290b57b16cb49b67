import { createHmac } from "node:crypto";
import { parseGaps, type Picture, printGaps, type Region } from "../questions/questions.service.ts";
import { type Question, takesSeveral } from "./grading.ts";

/** A question without the answer key. `multiple` tells whether several options can be chosen. */
export type QuestionWithoutKey = Pick<Question, "id" | "type" | "question" | "pairs" | "points" | "media"> & {
  options: { text: string; checked: null; picture: Picture | undefined; region: Region | undefined }[];
  rules: [];
  required_points: null;
  accepted: [];
  matches_case: null;
  feedback: null;
  rubric: [];
  min_words: number | null | undefined;
  max_words: number | null | undefined;
  marker_note: null;
  multiple: boolean;
};

/** Returns a whole number from 0 up to, but not including, `below`. */
export type Random = (below: number) => number;

/**
 * Removes everything from a question that reveals the answer, including the order.
 * @param shufflesOptions whether options come in random order where their order does not matter
 */
export function withoutKey(question: Question, random: Random, shufflesOptions = false): QuestionWithoutKey {
  const texts = question.options.map((option) => option.text);
  const rights = outOfOrder(
    question.pairs.map((pair) => pair.right),
    random,
  );
  return {
    id: question.id,
    type: question.type,
    question: question.type === "Fill the Gaps" ? withShuffledGaps(question.question, random) : question.question,
    options: orderOptions(question.type, texts, random, shufflesOptions).map((text) => {
      const option = question.options.find((each) => each.text === text);
      return { text, checked: null, picture: option?.picture, region: option?.region };
    }),
    pairs: question.pairs.map(({ left, picture }, index) => ({ left, right: rights[index] ?? "", picture })),
    rules: [],
    required_points: null,
    accepted: [],
    matches_case: null,
    points: question.points,
    feedback: null,
    rubric: [],
    min_words: question.min_words,
    max_words: question.max_words,
    marker_note: null,
    media: question.media,
    multiple: takesSeveral(question),
  };
}

function orderOptions(type: Question["type"], texts: string[], random: Random, isShuffled: boolean): string[] {
  if (type === "Ordering") return outOfOrder(texts, random);
  // Always in the same order, whatever the author's is.
  if (type === "True or False") return [...texts].sort().reverse();
  return isShuffled ? shuffled(texts, random) : texts;
}

/**
 * Creates a generator for shuffles: equal parts always give equal numbers, so a question looks the same throughout an
 * attempt; include the attempt and the question in the parts. Without the secret it can be neither computed nor
 * inverted.
 */
export function seededRandom(secret: Buffer, ...parts: (string | number)[]): Random {
  let key: Buffer | undefined;
  let counter = 0;
  let block = Buffer.alloc(0);
  const next = () => {
    // Computed lazily, because many questions have nothing to shuffle.
    key ??= createHmac("sha256", secret).update(JSON.stringify(parts)).digest();
    if (block.length === 0) block = createHmac("sha256", key).update(String(counter++)).digest();
    const word = block.readUInt32BE();
    block = block.subarray(4);
    return word;
  };
  return (below) => {
    // Values in the last, incomplete range are discarded, because they would favour small numbers.
    const limit = 2 ** 32 - (2 ** 32 % below);
    let word = next();
    while (word >= limit) word = next();
    return word % below;
  };
}

/** Fills a gap with a single entry with the single entries of all gaps, so that there is a choice. */
function withShuffledGaps(text: string, random: Random): string {
  const parts = parseGaps(text);
  const singles = parts.flatMap((part) =>
    "alternatives" in part && part.alternatives.length === 1 ? part.alternatives : [],
  );
  return printGaps(
    parts.map((part) => {
      if ("text" in part) return part;
      const choices = part.alternatives.length === 1 ? [...new Set(singles)] : part.alternatives;
      return { alternatives: shuffled(choices, random) };
    }),
  );
}

/**
 * Shuffles texts. Three or more never come in the given order, unless all are equal. Two come in either order: if the
 * given one were excluded, the other would reveal the answer.
 */
function outOfOrder(texts: string[], random: Random): string[] {
  if (texts.length === 2) return shuffled(texts, random);
  if (new Set(texts).size < 2) return texts;
  let mixed = shuffled(texts, random);
  while (mixed.every((text, index) => text === texts[index])) mixed = shuffled(texts, random);
  return mixed;
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const rest = [...items];
  return items.flatMap(() => rest.splice(random(rest.length), 1));
}
