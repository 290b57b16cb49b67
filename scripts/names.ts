// Checks that functions are named by verbs and that doc comments of exported functions start with a verb:
// `node scripts/names.ts`.
import path from "node:path";
import { type Files, listFiles } from "./files.ts";

const READ = /\.tsx?$/;
/** `titleOf` says what something belongs to and not what is done. Names such as `listManagersOf` start with a verb. */
const NOUN_NAME = /\b(?:function|const) ((?!(?:any|end|find|follow|is|list|select)(?:[A-Z]\w*)?Of\b)[a-z]\w*Of)\b/g;
const DOCUMENTED = /^\/\*\*((?:(?!\*\/)[^])*)\*\/\s*^export (?:default )?(?:async )?function\*? (\w+)/gm;
/** What a doc comment starts with when its first word is no verb: an article, a pronoun, an address or a tag. */
const NO_VERB = /^(?:A|An|The|This|These|It|What|Where|Whether|Which|Who|How|For|[@`/].*)$/;

/** Lists functions whose names or doc comments do not start with a verb, one message each with the line. */
export function findNounNames(files: Files): string[] {
  const problems: string[] = [];
  for (const [file, read] of files) {
    if (!READ.test(file)) continue;
    const text = read();
    const report = (at: number, problem: string) => problems.push(`${file}:${countLines(text, at)}: ${problem}`);
    for (const { index, 1: name } of text.matchAll(NOUN_NAME)) report(index, `'${name}': start with a verb`);
    for (const { index, 1: comment, 2: name } of text.matchAll(DOCUMENTED)) {
      const [first = ""] = comment!
        .replaceAll(/^\s*\*/gm, "")
        .trim()
        .split(/\s/, 1);
      if (NO_VERB.test(first)) report(index, `the comment of '${name}' starts with '${first}': start with a verb`);
    }
  }
  return problems;
}

function countLines(text: string, end: number): number {
  return text.slice(0, end).split("\n").length;
}

if (import.meta.main) {
  const problems = findNounNames(listFiles(path.dirname(import.meta.dirname)));
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
