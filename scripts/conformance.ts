// Writes docs/conformance.md, `npm run conformance`: which of the project's own tests check which clause of which standard.
// A test says it in its name: '… [cmi5 9.3.1, 9.6.3]', '… [SCORM 1.2 cmi.suspend_data; SCORM 2004 cmi.suspend_data]'.
import { globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DEVIATIONS } from "./conformance-deviations.ts";

export const STANDARDS = ["SCORM 1.2", "SCORM 2004", "xAPI", "cmi5"] as const;
type Standard = (typeof STANDARDS)[number];

/** A test with a clause that it checks. */
interface Check {
  standard: Standard;
  clause: string;
  test: string;
  file: string;
}

const ROOT = path.dirname(import.meta.dirname);
const DOCUMENT = path.join(ROOT, "docs/conformance.md");
const TESTS = ["server/src/**/*.test.ts", "web/src/**/*.test.ts", "e2e/journeys/*.spec.ts"];
const NAME = /"((?:[^"\\\n]|\\.)*\[(?:SCORM|xAPI|cmi5)[^"\n\]]*\](?:[^"\\\n]|\\.)*)"/g;
const SUBJECT = /^describe\("((?:[^"\\\n]|\\.)+)"/gm;
const TAG = /\[((?:SCORM|xAPI|cmi5) ?[^\]]*)\]/;

/** The clauses that a test's name tags. @throws Error for a tag that is of none of the standards */
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

/** The whole document, from the tests as they stand. */
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
    "Which of the project's own tests check which clause. Written by `npm run conformance` from the names of the tests; a test fails when it is stale. A clause that",
    "is not in a table is not thereby unmet: it has no test here that names it. What is known to deviate stands below each table.",
    "",
    "Clauses are those of cmi5's list of requirements 1.0.0 or its sections, of IEEE 9274.1.1 (xAPI 2.0), and for SCORM the element, function or part of the manifest.",
    ...STANDARDS.flatMap((standard) => [
      "",
      `## ${standard}`,
      "",
      ...tableOf(checks.filter((check) => check.standard === standard)),
      "",
      "Deviations and limits:",
      "",
      ...DEVIATIONS[standard].map((each) => `- ${each}`),
    ]),
    "",
  ].join("\n");
}

function tableOf(checks: Check[]): string[] {
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
