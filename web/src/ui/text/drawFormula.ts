import katex, { type KatexOptions } from "katex";

/** Nothing that an author writes loads a file, sets a link or a style, or takes long. */
const options: KatexOptions = {
  trust: false,
  strict: "ignore",
  throwOnError: true,
  // Commands that are not allowed are shown as they were written.
  errorColor: "currentcolor",
  maxSize: 20,
  maxExpand: 200,
  output: "htmlAndMathml",
};

/**
 * Draws a formula into an element, node by node, with MathML for screen readers. The element is empty for a formula that
 * cannot be read. @returns why it cannot, or null
 */
export function drawFormula(element: HTMLElement, formula: string, isBlock: boolean): string | null {
  try {
    // A new object each time: macros that a formula defines end with it.
    katex.render(formula, element, { ...options, displayMode: isBlock, macros: {} });
    return null;
  } catch (error) {
    element.replaceChildren();
    return error instanceof Error ? error.message.replace(/^KaTeX parse error: /, "") : String(error);
  }
}
