// Checks that documents and comments refer only to files and decisions that exist, and that sections have different titles: `node scripts/documents.ts`.
import path from "node:path";
import { type Files, listFiles } from "./files.ts";

/** Files with examples of wrong references. */
const EXAMPLES = /^scripts\/documents(\.test)?\.ts$/;
const READ = /\.(md|[cm]?[jt]sx?|sql|ya?ml)$/;
const CODE_FILE = /^[\w.@-]+(\/[\w.@-]+)*\.(md|tsx?|mjs|cjs|sql|graphql|ya?ml)$/;
const IN_TREE = /^(server|web|e2e|scripts|bench|docs|\.ci|\.github)\/[\w./@-]*$/;
/** Created at build or run time, so not in the repository. */
const GENERATED = /^(web\/dist|web\/src\/gen|bench\/results\.json)/;
const PRODUCT_DECISIONS = "docs/product-decisions.md";
const RECORD = /^docs\/decisions\/(\d{3})-[a-z0-9-]+\.md$/;

/** Lists what is wrong with the references of all files, one message each. */
export function findProblems(files: Files): string[] {
  const records = new Set([...files.keys()].flatMap((file) => RECORD.exec(file)?.[1] ?? []));
  const decisions = new Set(
    files
      .get(PRODUCT_DECISIONS)?.()
      .match(/(?<=^- \*\*)P\d+\b/gm),
  );
  const problems: string[] = [];
  for (const [file, read] of files) {
    if (!READ.test(file) || EXAMPLES.test(file)) continue;
    const text = read();
    const missing = file.endsWith(".md") ? findMissingPaths(file, text, files) : findMissingDocuments(text, files);
    problems.push(...missing.map((name) => `${file}: ${name} does not exist`));
    if (file.endsWith(".md")) problems.push(...findRepeated(file, text));
    for (const [, number] of text.matchAll(/\bADR\s(\d+)\b/g))
      if (!records.has(number!)) problems.push(`${file}: there is no decision record ${number}`);
    for (const [, name] of text.matchAll(/\b(P\d{1,2})\b(?=[),.;:\]])/g))
      if (file.endsWith(".md") && !decisions.has(name!)) problems.push(`${file}: there is no product decision ${name}`);
    for (const [words] of text.matchAll(/\bdecisions? (?:of the product )?\d+\b/gi))
      problems.push(`${file}: cite '${words}' as P17 (product) or ADR 017 (architecture)`);
  }
  return [...problems, ...findUnlisted(files)];
}

/** Lists links, and paths in backticks, that lead to nothing. */
function findMissingPaths(file: string, text: string, files: Files): string[] {
  const prose = withoutCode(text);
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!);
  const missing = links.filter((target) => {
    const [name = "", anchor] = target.split("#");
    if (/^[a-z]+:/.test(target)) return false;
    const found = name === "" ? file : path.posix.join(path.posix.dirname(file), name);
    return !exists(found, files) || (anchor !== undefined && !hasHeading(files.get(found)?.() ?? "", anchor));
  });
  const quoted = [...prose.matchAll(/`([^`\s]+)`/g)].map(([, name]) => name!);
  // `x.service.ts` means a file of any feature.
  const paths = quoted.filter((name) => (CODE_FILE.test(name) || IN_TREE.test(name)) && !name.startsWith("x."));
  return [...missing, ...paths.filter((name) => !GENERATED.test(name) && !isNamed(name, files))];
}

/** Lists titles that several sections of a document have, as a merge may leave them. */
function findRepeated(file: string, text: string): string[] {
  const titles = [...withoutCode(text).matchAll(/^## (.*)$/gm)].map(([, title]) => title!);
  const repeated = titles.filter((title, at) => titles.indexOf(title) !== at);
  return repeated.map((title) => `${file}: two sections are called '${title}'`);
}

const withoutCode = (text: string) => text.replaceAll(/^```[\s\S]*?^```/gm, "");

/** Lists documents that comments or texts of a program name and that do not exist. */
function findMissingDocuments(text: string, files: Files): string[] {
  return (text.match(/\bdocs\/[\w/.-]+\.md\b/g) ?? []).filter((name) => !exists(name, files));
}

/** Lists decision records that the index omits, shows with another title, or shows again, as a merge may leave them. */
function findUnlisted(files: Files): string[] {
  const index = (files.get("docs/decisions/README.md")?.() ?? "").replaceAll(/ {2,}/g, " ");
  return [...files].flatMap(([file, read]) => {
    const number = RECORD.exec(file)?.[1];
    if (!number) return [];
    const title = read().split("\n", 1)[0]!.replace(`# ${number} `, "");
    const rows = index.split(`[${number}](${path.posix.basename(file)}) | ${title} |`).length - 1;
    if (rows === 1) return [];
    return [`docs/decisions/README.md: ${number} '${title}' is ${rows === 0 ? "not" : `${rows} times`} in the index`];
  });
}

function exists(name: string, files: Files): boolean {
  const plain = name.replace(/\/$/, "");
  return files.has(plain) || plain === "." || [...files.keys()].some((file) => file.startsWith(`${plain}/`));
}

/** Tells whether a path exists as written from the root, or as the end of a file's path. */
function isNamed(name: string, files: Files): boolean {
  return exists(name, files) || [...files.keys()].some((file) => file.endsWith(`/${name}`));
}

function hasHeading(text: string, anchor: string): boolean {
  const slugs = [...text.matchAll(/^#+ (.*)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, "")
      .trim()
      .replaceAll(/\s/g, "-"),
  );
  return slugs.includes(anchor);
}

if (import.meta.main) {
  const problems = findProblems(listFiles(path.dirname(import.meta.dirname)));
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
