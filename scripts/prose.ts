// Checks that retired words do not return into names, comments, tests, texts or documents: `node scripts/prose.ts`.
import { readFileSync } from "node:fs";
import path from "node:path";
import { type Files, listFiles } from "./files.ts";

const LIST = "scripts/retired-words.json";
const READ = /\.(md|[cm]?[jt]sx?|sql|ya?ml|css|graphql|po)$/;

/** The retired words and what to write instead. */
interface RetiredWords {
  /** Single words, lower case, also as a part of a name: `toldEvery`. */
  words: Record<string, string>;
  phrases: Record<string, string>;
  /** Files that are not checked: regular expressions of their paths. */
  excluded: string[];
  /** Texts in which the words are right, such as another standard's term: a regular expression, and the files it holds for. */
  allowed: { text: string; files?: string }[];
}

/** Lists retired words in all files, one message each, with the line and the word to use instead. */
export function findRetiredWords(files: Files, { words, phrases, excluded, allowed }: RetiredWords): string[] {
  const instead = new Map(Object.entries({ ...words, ...phrases }));
  const phrase = new RegExp(`\\b(?:${Object.keys(phrases).join("|") || "(?!)"})\\b`, "gi");
  const problems: string[] = [];
  for (const [file, read] of files) {
    if (!READ.test(file) || excluded.some((each) => new RegExp(each).test(file))) continue;
    const exceptions = allowed.filter((each) => !each.files || new RegExp(each.files).test(file));
    const withoutExceptions = (line: string) =>
      exceptions.reduce((text, each) => text.replaceAll(new RegExp(each.text, "gi"), " "), line);
    for (const [index, line] of read().split("\n").entries()) {
      const text = withoutExceptions(line);
      const found = [...splitWords(text), ...(text.match(phrase) ?? [])].map((word) => word.toLowerCase());
      for (const word of new Set(found))
        if (instead.has(word)) problems.push(`${file}:${index + 1}: '${word}': write ${instead.get(word)}`);
    }
  }
  return problems;
}

/** Splits text and names into words: `toldEvery` and `told_every` have two. */
function splitWords(text: string): string[] {
  return text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
}

if (import.meta.main) {
  const root = path.dirname(import.meta.dirname);
  const list = JSON.parse(readFileSync(path.join(root, LIST), "utf8")) as RetiredWords;
  const problems = findRetiredWords(listFiles(root), list);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
