import { expect, test } from "vitest";
import { drawFormula } from "./drawFormula.ts";

const draw = (formula: string, isBlock = false) => {
  const element = document.createElement("span");
  return { element, problem: drawFormula(element, formula, isBlock) };
};

test("draws a formula with MathML for screen readers, which skip the drawing", () => {
  const { element, problem } = draw("\\frac{a}{2}", true);
  expect(problem).toBeNull();
  expect(element.querySelector("math mfrac")).not.toBeNull();
  expect(element.querySelector(".katex-display")).not.toBeNull();
  expect(element.querySelector(".katex-html")?.getAttribute("aria-hidden")).toBe("true");
});

test("tells why a formula cannot be read, and draws nothing", () => {
  const { element, problem } = draw("\\frac{a");
  expect(problem).toMatch(/expected '}'/);
  expect(element.childNodes).toHaveLength(0);
});

test.each([
  "\\href{javascript:alert(1)}{x}",
  "\\url{https://elsewhere.example}",
  "\\includegraphics{https://elsewhere.example/a.png}",
  "\\htmlStyle{background: url(https://elsewhere.example)}{x}",
  "\\htmlId{main}{x}",
  "\\htmlData{a=b}{x}",
])("draws no link, file or attribute of %s", (formula) => {
  const { element } = draw(formula);
  expect(element.querySelector("a, img, script, [id], [data-a]")).toBeNull();
  // The source itself may be shown as text.
  const attributes = [...element.querySelectorAll("*")].flatMap((each) => [...each.attributes]);
  expect(attributes.filter(({ name, value }) => /^(href|src|on)/.test(name) || /url\(|javascript/.test(value))).toEqual(
    [],
  );
});

test("refuses macros that expand without end, and keeps none for the next formula", () => {
  expect(draw("\\def\\a{\\a\\a}\\a").problem).toMatch(/expansion/i);
  expect(draw("\\gdef\\b{x}\\b").problem).toBeNull();
  expect(draw("\\b").problem).not.toBeNull();
});

test("limits sizes", () => {
  const { element } = draw("\\rule{5000em}{5000em}");
  const widths = [...element.querySelectorAll<HTMLElement>(".katex-html *")].map(({ style }) =>
    Math.max(
      0,
      ...[style.borderRightWidth, style.borderTopWidth, style.width, style.height]
        .map(Number.parseFloat)
        .filter(Number.isFinite),
    ),
  );
  expect(Math.max(...widths)).toBeGreaterThan(0);
  expect(Math.max(...widths)).toBeLessThanOrEqual(20);
});
