// Writes docs/conformance.md (`npm run conformance`): which tests check which clause of which standard. A test names
// its clauses in its title: '… [cmi5 9.3.1, 9.6.3]', '… [SCORM 1.2 cmi.suspend_data; SCORM 2004 cmi.suspend_data]'.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DEVIATIONS } from "./conformance-deviations.ts";

export const STANDARDS = ["SCORM 1.2", "SCORM 2004", "xAPI", "cmi5"] as const;
type Standard = (typeof STANDARDS)[number];

/** A test and a clause that it checks. */
interface Check {
  standard: Standard;
  clause: string;
  test: string;
  file: string;
}

const ROOT = path.dirname(import.meta.dirname);
const DOCUMENT = path.join(ROOT, "docs/conformance.md");
const TESTS = ["server/src/**/*.test.ts", "web/src/**/*.test.ts", "e2e/tests/*.spec.ts"];
const NAME = /"((?:[^"\\\n]|\\.)*\[(?:SCORM|xAPI|cmi5)[^"\n\]]*\](?:[^"\\\n]|\\.)*)"/g;
const SUBJECT = /^describe\("((?:[^"\\\n]|\\.)+)"/gm;
const TAG = /\[((?:SCORM|xAPI|cmi5) ?[^\]]*)\]/;

/**
 * Lists the clauses that a test name tags.
 * @throws Error for a tag of an unknown standard
 */
export function checksIn(name: string, file: string): Check[] {
  const [whole, inside = ""] = TAG.exec(name) ?? [];
  if (whole === undefined) return [];
  const test = name.replace(whole, "").replaceAll(/\s+/g, " ").replaceAll("\\", "").replaceAll(/%[sj]/g, "…").trim();
  return inside.split("; ").flatMap((part) => {
    const standard = STANDARDS.find((each) => part.startsWith(`${each} `));
    if (!standard) throw new Error(`${file}: '${part}' names none of ${STANDARDS.join(", ")}.`);
    const clauses = part.slice(standard.length + 1).split(", ");
    return clauses.map((clause) => ({ standard, clause, test, file }));
  });
}

/** Builds the document from the names of the tests. */
export function conformance(): string {
  const files = TESTS.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).sort();
  const checks = files.flatMap((file) => {
    const text = readFileSync(path.join(ROOT, file), "utf8");
    const subjects = [...text.matchAll(SUBJECT)];
    return [...text.matchAll(NAME)].flatMap(({ 1: name, index }) => {
      const subject = subjects.findLast((each) => each.index < index)?.[1];
      const whole = subject === undefined || subject === name ? name! : `${subject.replace(TAG, "").trim()}: ${name!}`;
      return checksIn(whole, file.split(path.sep).join("/"));
    });
  });
  return [
    "# Conformance",
    "",
    "This page lists the tests of this repository that check a clause of a standard. `npm run conformance` writes it from the names of",
    "the tests; a test fails when it is stale. A clause that is not listed may still be met: no test names it. Known deviations and",
    "limits follow each table.",
    "",
    "Clauses are those of the cmi5 list of requirements 1.0.0 or its sections, of IEEE 9274.1.1 (xAPI 2.0), and for SCORM the element,",
    "function or part of the manifest.",
    ...STANDARDS.flatMap((standard) => [
      "",
      `## ${standard}`,
      "",
      ...toTable(checks.filter((check) => check.standard === standard)),
      "",
      "Deviations and limits:",
      "",
      ...DEVIATIONS[standard].map((each) => `- ${each}`),
    ]),
    "",
  ].join("\n");
}

function toTable(checks: Check[]): string[] {
  const byClause = Map.groupBy(checks, ({ clause }) => clause);
  const clauses = [...byClause.keys()].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  const rows = clauses.map((clause) => {
    const tests = byClause
      .get(clause)!
      .map(({ test, file }) => `${test.replaceAll("|", "\\|")} (\`${file.split("/").at(-1)}\`)`);
    return `| ${clause} | ${[...new Set(tests)].join("<br>")} |`;
  });
  return ["| Clause | Checked by |", "| --- | --- |", ...rows];
}

if (import.meta.main) writeFileSync(DOCUMENT, conformance());
