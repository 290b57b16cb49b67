import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { isCommonPassword } from "./commonPasswords.ts";

/** How hard a password is to guess; the server refuses those of level 0. */
export type Level = 0 | 1 | 2 | 3 | 4;

/** Why a password is not harder to guess. */
export type Weakness = "short" | "long" | "listed" | "obvious" | "own" | "common" | "word" | "row" | "date" | "few";

export interface Strength {
  level: Level;
  weakness: Weakness | null;
}

const SHORTEST = 8;
const LONGEST = 200;
const WORD_AND_YEAR = /^(spring|summer|autumn|winter|password|welcome|training|learning|changeme)[\d!]{0,6}$/;

/**
 * Finds why the server refuses a password, by the rules of `server/src/access/passwords.ts` that need no list. The
 * server alone decides; `e2e/password-strength.test.ts` keeps the two alike.
 * @param about the name and the e-mail of its owner
 */
export function findRefusal(password: string, about: readonly string[]): Weakness | null {
  if (password.length < SHORTEST) return "short";
  if (password.length > LONGEST) return "long";
  const plain = password.toLowerCase();
  if (
    WORD_AND_YEAR.test(plain) ||
    /^(.)\1+$/.test(plain) ||
    "0123456789abcdefghijklmnopqrstuvwxyz9876543210".includes(plain)
  )
    return "obvious";
  return about.some((word) => word.length > 3 && plain === word.toLowerCase()) ? "own" : null;
}

/** Rates a new password as far as the browser can: what the server refuses is of level 0, also what is on its list. */
export async function rateStrength(
  password: string,
  { about, language }: { about: readonly string[]; language: Language },
): Promise<Strength> {
  const refusal = findRefusal(password, about);
  if (refusal) return { level: 0, weakness: refusal };
  const [estimator, isListed] = await Promise.all([
    getEstimator(language),
    isCommonPassword(password).catch(() => null),
  ]);
  if (isListed) return { level: 0, weakness: "listed" };
  const { score, feedback } = estimator.check(password, about.flatMap(toParts));
  const rated = Math.max(1, score) as Level;
  // Without the server's list nothing is called good: it may be on it.
  const level = isListed === null && rated > 2 ? 2 : rated;
  return { level, weakness: level > 2 ? null : (WEAKNESSES[feedback.warning ?? ""] ?? "few") };
}

/** Returns a name or an address and its parts, of which a password may consist. */
const toParts = (text: string) => [text, ...text.split(/[\s@._-]+/)].filter((part) => part.length > 2);

/** What the library warns of. */
const WEAKNESSES: Record<string, Weakness | undefined> = {
  topTen: "common",
  topHundred: "common",
  common: "common",
  similarToCommon: "common",
  wordByItself: "word",
  namesByThemselves: "word",
  commonNames: "word",
  straightRow: "row",
  keyPattern: "row",
  simpleRepeat: "row",
  extendedRepeat: "row",
  sequences: "row",
  recentYears: "date",
  dates: "date",
  userInputs: "own",
};

const WORDS = {
  en: () => import("@zxcvbn-ts/language-en/dist/commonWords.json.mjs"),
  fr: () => import("@zxcvbn-ts/language-fr/dist/commonWords.json.mjs"),
  es: () => import("@zxcvbn-ts/language-es-es/dist/commonWords.json.mjs"),
};

type Language = keyof typeof WORDS;

let estimators: Partial<Record<Language, Promise<ZxcvbnFactory>>> = {};

/** Loads the library with the lists of passwords and of words of a language once, which are larger than a screen. */
function getEstimator(language: Language): Promise<ZxcvbnFactory> {
  const load = async () => {
    const [{ ZxcvbnFactory: Factory }, { adjacencyGraphs, dictionary }, { default: words }] = await Promise.all([
      import("@zxcvbn-ts/core"),
      import("@zxcvbn-ts/language-common"),
      WORDS[language](),
    ]);
    return new Factory({ dictionary: { ...dictionary, words }, graphs: adjacencyGraphs });
  };
  return (estimators[language] ??= load().catch((error: unknown) => {
    estimators = {};
    throw error;
  }));
}
