import { expect, test } from "vitest";
import * as fc from "fast-check";
import { writeFormulas } from "./formula-text.ts";

test.each([
  ["What is \\(\\frac{a+b}{2}\\)?", "What is (a + b)/2?"],
  ["\\(x^2 + x^{n+1} = x_1\\)", "x² + x^(n + 1) = x_1"],
  ["$$\\sqrt{2} \\le \\sqrt{x+1}$$", "√2 ≤ √(x + 1)"],
  ["\\(\\sqrt[3]{8}\\) and \\(\\sqrt[n]{x}\\)", "∛8 and x^(1/n)"],
  ["\\(\\sum_{i=1}^{n} i^2\\)", "∑_(i = 1)^n i²"],
  ["\\(\\lim_{x \\to 0} \\frac{\\sin x}{x} = 1\\)", "lim_(x → 0) ((sin x)/x) = 1"],
  ["\\(2\\frac{a}{b}\\)", "2(a/b)"],
  ["\\(-x < 3 \\cdot 10^{-2}\\)", "−x < 3⋅10^(−2)"],
  ["\\(90^\\circ, f'(x), x \\in \\mathbb{R}\\)", "90°,f′(x),x ∈ ℝ"],
  ["\\(\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}\\)", "(a, b; c, d)"],
  ["\\(\\binom{n}{k}\\)", "(n; k)"],
  ["\\(\\begin{aligned}x&=1\\\\y&=2\\end{aligned}\\)", "x = 1; y = 2"],
  ["\\(5\\,\\text{km} \\text{ if } v > 0\\)", "5 km if v > 0"],
  ["\\((a+b)^2\\)", "(a + b)²"],
])("writeFormulas writes %s as %s", async (text, line) => {
  expect(await writeFormulas(text)).toBe(line);
});

test.each([
  "\\(\\overline{AB}\\)",
  "\\(\\vec{v}\\)",
  "\\(\\frac{1\\)",
  "\\(\\href{https://a.test}{b}\\)",
  "$5 and $$6",
  "\\(\\)",
])("writeFormulas keeps the source of %s, which one line cannot show", async (text) =>
  expect(await writeFormulas(text)).toBe(text),
);

test.each([
  ["an inline formula of more than 2,000 characters", `\\(${"x".repeat(2_001)}\\)`],
  ["a formula of more than 2,000 characters in a line of its own", `$$${"x".repeat(2_001)}$$`],
  ["a formula with more than 200 replacements of macros", `\\(\\def\\a{x}${"\\a ".repeat(201)}\\)`],
])("writeFormulas keeps the source of %s", async (_, text) => expect(await writeFormulas(text)).toBe(text));

test("writeFormulas writes a formula of 2,000 characters, and one with 200 replacements of macros", async () => {
  expect(await writeFormulas(`\\(${"x".repeat(2_000)}\\)`)).toBe("x".repeat(2_000));
  expect(await writeFormulas(`\\(\\def\\a{x}${"\\a ".repeat(199)}\\)`)).toBe("x".repeat(199));
});

test("writeFormulas never fails, and changes no text without formulas", async () => {
  const parts = fc.constantFrom(
    "\\(",
    "\\)",
    "$$",
    "{",
    "}",
    "^",
    "_",
    "\\frac",
    "\\sqrt",
    "x",
    "2",
    " ",
    "<",
    "&",
    "\\\\",
  );
  await fc.assert(
    fc.asyncProperty(fc.array(parts, { maxLength: 14 }), async (list) => {
      expect(typeof (await writeFormulas(list.join("")))).toBe("string");
    }),
  );
  expect(await writeFormulas("costs $5 (or $6) & more")).toBe("costs $5 (or $6) & more");
});
