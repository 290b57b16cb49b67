import { expect, test } from "vitest";
import { findProblems } from "./documents.ts";
import type { Files } from "./files.ts";

const RECORD = "docs/decisions/001-keep-it-small.md";

/** A small repository without problems, with some files added or replaced. */
function repository(changed: Record<string, string>): Files {
  const texts = {
    "server/src/access/scope.ts": "// The branches of a caller (P3, ADR 001); docs/guide.md\n",
    "docs/guide.md":
      "# Guide\n\n## First steps\n\nSee `access/scope.ts`, `x.service.ts` and [P3](product-decisions.md).\n",
    "docs/product-decisions.md": "# Product decisions\n\n- **P3 A branch is a filter.**\n",
    "docs/decisions/README.md": "| [001](001-keep-it-small.md) | Keep it small | Accepted |\n",
    [RECORD]: "# 001 Keep it small\n",
    ...changed,
  };
  return new Map(Object.entries(texts).map(([file, text]) => [file, () => text]));
}

test("accepts links, paths and decisions that exist", () => {
  expect(findProblems(repository({}))).toEqual([]);
});

test.each([
  ["a link to a missing file", "README.md", "[x](docs/gone.md)", "README.md: docs/gone.md does not exist"],
  [
    "a link to a missing heading",
    "README.md",
    "[x](docs/guide.md#gone)",
    "README.md: docs/guide.md#gone does not exist",
  ],
  ["a missing path in backticks", "README.md", "`access/gone.ts`", "README.md: access/gone.ts does not exist"],
  ["a missing folder in backticks", "README.md", "`web/src/gone/`", "README.md: web/src/gone/ does not exist"],
  ["a missing document in a comment", "web/a.ts", "// docs/gone.md", "web/a.ts: docs/gone.md does not exist"],
  ["a missing decision record", "web/a.ts", "// ADR 999", "web/a.ts: there is no decision record 999"],
  ["a missing product decision", "README.md", "See (P9).", "README.md: there is no product decision P9"],
  [
    "a decision cited without its document",
    "web/a.ts",
    "// as decision 17 says",
    "web/a.ts: cite 'decision 17' as P17 (product) or ADR 017 (architecture)",
  ],
  [
    "two sections with one title",
    "docs/guide.md",
    "## First steps\n\nOne.\n\n## First steps\n",
    "docs/guide.md: two sections are called 'First steps'",
  ],
  [
    "a record that the index shows with another title",
    RECORD,
    "# 001 Keep it large\n",
    "docs/decisions/README.md: 001 'Keep it large' is not in the index",
  ],
  [
    "a record that the index shows twice",
    "docs/decisions/README.md",
    "| [001](001-keep-it-small.md) | Keep it small | Accepted |\n".repeat(2),
    "docs/decisions/README.md: 001 'Keep it small' is 2 times in the index",
  ],
])("reports %s", (_, file, text, problem) => {
  expect(findProblems(repository({ [file]: text }))).toEqual([problem]);
});

test("follows links to headings that exist", () => {
  expect(findProblems(repository({ "README.md": "[x](docs/guide.md#first-steps)" }))).toEqual([]);
});
