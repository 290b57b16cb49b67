import { type MixedXml, parseMixedXml } from "../xml.ts";

/** As `formulas.ts` of the client finds formulas: `$$…$$` and `\(…\)`, of at most 2,000 characters. */
const FORMULA = /\$\$([\s\S]{1,2000}?)\$\$|\\\(([\s\S]{1,2000}?)\\\)/g;

/** Tells whether a text may have a formula, so that a table without any does not load what reads them. */
export const mayHaveFormula = (text: string): boolean => text.includes("$$") || text.includes("\\(");

type ToMathMl = (formula: string) => string;

/**
 * Replaces the formulas of a text by lines that people read: `\(\frac{a^2}{b}\)` becomes `a²/b`. A formula that one line
 * cannot show keeps its source.
 */
export async function writeFormulas(text: string): Promise<string> {
  const toMathMl = await loadKatex();
  return text.replace(FORMULA, (source, block?: string, inline?: string) => {
    try {
      return toLine((block ?? inline ?? "").trim(), toMathMl);
    } catch {
      return source;
    }
  });
}

/** The colour of commands that KaTeX does not know or allow. */
const ERROR = "#cc0000";

async function loadKatex(): Promise<ToMathMl> {
  const { default: katex } = await import("katex");
  return (formula) =>
    katex.renderToString(formula, { output: "mathml", strict: "ignore", maxExpand: 200, errorColor: ERROR });
}

/** @throws Unwritable, and what KaTeX throws for a formula that cannot be read */
function toLine(formula: string, toMathMl: ToMathMl): string {
  const markup = toMathMl(formula);
  if (markup.includes(ERROR)) throw new Unwritable("a command");
  const math = findMath(parseMixedXml(Buffer.from(markup), "formula"));
  return writeRow(math).replace(/\s+/g, " ").trim();
}

/** A part of a formula has no form in a line of text. */
class Unwritable extends Error {}

/** Returns what is drawn of a formula; beside it is its source. */
function findMath(root: MixedXml): MixedXml[] {
  const [math] = listElements(root);
  const [semantics] = math ? listElements(math) : [];
  const [drawn] = semantics ? listElements(semantics) : [];
  if (!drawn) throw new Unwritable("an empty formula");
  return [drawn];
}

const listElements = ({ content }: MixedXml): MixedXml[] => content.filter((each) => typeof each !== "string");
const readText = ({ content }: MixedXml): string => content.filter((each) => typeof each === "string").join("");

/** Signs between two terms, which have spaces around. */
const BETWEEN = /^[=<>≤≥≠≈≡≅∼∝+−±∓×÷→←↔⇒⇐⇔↦∈∉∋⊂⊆⊃⊇∪∩∧∨∣∥⊥≪≫:]$/u;

function writeRow(nodes: MixedXml[]): string {
  let line = "";
  nodes.forEach((node, at) => {
    const text = writeNode(node);
    const isBetween = node.name === "mo" && BETWEEN.test(text) && line.trim() !== "" && !/[(,;[{]\s*$/.test(line);
    if (isBetween) line = `${line.trimEnd()} ${text} `;
    else if (node.name === "mfrac" && (isFactor(nodes[at - 1]) || isFactor(nodes[at + 1])) && text.includes("/"))
      line += `(${text})`;
    else line += text;
  });
  return line;
}

/** Tells whether a neighbour multiplies a fraction, so that the fraction needs brackets. */
const isFactor = (node: MixedXml | undefined): boolean => node !== undefined && !["mo", "mspace"].includes(node.name);

function writeNode(node: MixedXml): string {
  const parts = listElements(node);
  const [base, first, second] = parts;
  switch (node.name) {
    case "mrow":
    case "mstyle":
    case "mpadded":
    case "mtd":
      return writeRow(parts);
    case "mi":
    case "mn":
    case "mtext":
      return writeLetters(node);
    case "mo":
      // An invisible sign is the application of a function.
      return readText(node).replace(/[\u2061-\u2064]/g, " ");
    case "mspace":
      return " ";
    case "mfrac":
      // Two numbers above one another without a line, as in a binomial coefficient.
      return node.attributes["linethickness"] === "0px"
        ? `${writeRow([base!])}; ${writeRow([first!])}`
        : `${writeGroup(base!)}/${writeGroup(first!)}`;
    case "msqrt":
      return `√${parts.length === 1 ? writeGroup(base!) : `(${writeRow(parts)})`}`;
    case "mroot":
      return writeRoot(base!, writeRow([first!]));
    case "msup":
    case "msub":
    case "msubsup":
    case "munder":
    case "mover":
    case "munderover":
      return writeScripts(node.name, base!, first!, second);
    case "mtable":
      return parts.map((row) => writeCells(row, node.attributes["columnalign"] ?? "")).join("; ");
    default:
      throw new Unwritable(node.name);
  }
}

const DOUBLE: Record<string, string> = { C: "ℂ", H: "ℍ", N: "ℕ", P: "ℙ", Q: "ℚ", R: "ℝ", Z: "ℤ" };

function writeLetters(node: MixedXml): string {
  const text = readText(node);
  return node.attributes["mathvariant"] === "double-struck" ? (DOUBLE[text] ?? text) : text;
}

/** Puts brackets around what is more than a letter or a number. */
function writeGroup(node: MixedXml): string {
  const text = writeRow([node]).trim();
  const isName = node.name === "mi" && /^\p{L}+$/u.test(text);
  return isName || /^(?:\p{L}|\p{Nd}+(?:[.,]\p{Nd}+)?)$/u.test(text) ? text : `(${text})`;
}

const ROOTS: Record<string, string> = { "2": "√", "3": "∛", "4": "∜" };

function writeRoot(base: MixedXml, degree: string): string {
  const sign = ROOTS[degree];
  return sign ? `${sign}${writeGroup(base)}` : `${writeGroup(base)}^(1/${degree})`;
}

/** Exponents that the fonts have, and signs that are written after a letter. */
const RAISED: Record<string, string> = { "1": "¹", "2": "²", "3": "³", "∘": "°", "′": "′", "′′": "″" };

function writeScripts(name: string, base: MixedXml, first: MixedXml, second: MixedXml | undefined): string {
  const scripts = second ? [first, second] : [first];
  // An arrow, a bar or a brace above or below a term.
  if (scripts.some(({ name, attributes }) => name === "mo" && attributes["stretchy"] === "true"))
    throw new Unwritable("a drawn sign");
  if (name.startsWith("mu") || name === "mover")
    if (scripts.some((each) => each.name === "mo" && /^[^\p{L}\p{N}]$/u.test(readText(each))))
      throw new Unwritable("an accent");
  const below = name === "msup" || name === "mover" ? undefined : first;
  const above = second ?? (below ? undefined : first);
  const isLimit = base.name === "mo" || /^lim|^max$|^min$|^sup$|^inf$/.test(writeRow([base]).trim());
  const text = isLimit ? writeRow([base]).trim() : base.name === "mrow" ? writeGroup(base) : writeRow([base]);
  return text + (below ? `_${writeGroup(below)}` : "") + (above ? raise(above) : "") + (isLimit ? " " : "");
}

function raise(node: MixedXml): string {
  const text = writeRow([node]).trim();
  return RAISED[text] ?? `^${writeGroup(node)}`;
}

/** Writes a row of a matrix with commas; of equations below one another, the cells are parts of one equation. */
function writeCells(row: MixedXml, align: string): string {
  const cells = listElements(row).map((cell) => writeNode(cell).trim());
  if (!align.startsWith("right left")) return cells.join(", ");
  return cells.map((cell) => (BETWEEN.test(cell.charAt(0)) ? `${cell.charAt(0)} ${cell.slice(1)}` : cell)).join(" ");
}
