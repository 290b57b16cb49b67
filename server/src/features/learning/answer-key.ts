import { createHmac } from "node:crypto";
import { parseGaps, printGaps } from "./gaps.ts";
import { type Question, takesSeveral } from "./grading.ts";

/** A question as somebody without the right to the key sees it. `multiple` says: tick several options, not one. */
export type QuestionWithoutKey = Pick<Question, "id" | "type" | "question" | "pairs"> & {
  options: { text: string; checked: null }[];
  rules: [];
  required_points: null;
  multiple: boolean;
};

/** A whole number from 0 up to, but not including, `below`. */
export type Random = (below: number) => number;

/** Takes out of a question all that tells the answer, its order included. */
export function withoutKey(question: Question, random: Random): QuestionWithoutKey {
  const texts = question.options.map((option) => option.text);
  const rights = outOfOrder(
    question.pairs.map((pair) => pair.right),
    random,
  );
  return {
    id: question.id,
    type: question.type,
    question: question.type === "Fill the Gaps" ? withShuffledGaps(question.question, random) : question.question,
    options: (question.type === "Ordering" ? outOfOrder(texts, random) : texts).map((text) => ({
      text,
      checked: null,
    })),
    pairs: question.pairs.map(({ left }, index) => ({ left, right: rights[index] ?? "" })),
    rules: [],
    required_points: null,
    multiple: takesSeveral(question),
  };
}

/**
 * A generator for shuffles: the same parts give the same numbers for ever, so a question looks the same throughout an
 * attempt; name the attempt and the question among the parts. Nobody without the secret can compute or invert it.
 */
export function seededRandom(secret: Buffer, ...parts: (string | number)[]): Random {
  let key: Buffer | undefined;
  let counter = 0;
  let block = Buffer.alloc(0);
  const next = () => {
    // Many a question has nothing to shuffle: what is not asked for is not computed.
    key ??= createHmac("sha256", secret).update(JSON.stringify(parts)).digest();
    if (block.length === 0) block = createHmac("sha256", key).update(String(counter++)).digest();
    const word = block.readUInt32BE();
    block = block.subarray(4);
    return word;
  };
  return (below) => {
    // Words of the last, incomplete stretch are thrown away: they would favour small numbers.
    const limit = 2 ** 32 - (2 ** 32 % below);
    let word = next();
    while (word >= limit) word = next();
    return word % below;
  };
}

/** A bracket with a single entry is filled with the single entries of all gaps, so that there is something to choose from. */
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
 * Shuffles texts. Three or more never come in the given order, unless all are the same. Two come in either order: if the
 * given one were left out, the other would tell the answer.
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
