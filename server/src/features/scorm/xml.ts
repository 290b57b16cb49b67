import { XMLParser, XMLValidator } from "fast-xml-parser";
import { refuse } from "./refusal.ts";

/** An element without its namespace prefix; attributes without theirs. */
export interface Xml {
  name: string;
  attributes: Record<string, string>;
  children: Xml[];
  /** Its own text, trimmed. */
  text: string;
}

const MOST_BYTES = 20 * 1024 * 1024;
const DEEPEST = 200;
/** A course of a thousand units has some twenty thousand; what has more would keep the server busy with nothing. */
const MOST_ELEMENTS = 250_000;
const LONGEST_TAG = 200_000;
const ATTRIBUTES = ":@";
const TEXT = "#text";

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: true,
  htmlEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: DEEPEST,
});

/**
 * Reads an XML file of a package: the encodings that standards A1.4 names, no document type and so no entities but XML's own.
 * @param name what the file is called in refusals
 * @throws Refusal
 */
export function parseXml(bytes: Buffer, name: string): { root: Xml; text: string } {
  if (bytes.length > MOST_BYTES) refuse(`${name} is larger than ${MOST_BYTES / 1024 / 1024} MB.`);
  const text = decodeXml(bytes, name);
  refuseStructure(text, name);
  const checked = XMLValidator.validate(text, { allowBooleanAttributes: false });
  if (checked !== true) refuse(`${name} is not well-formed XML: ${checked.err.msg} (line ${checked.err.line}).`);
  const root = nodesOf(text, name).flatMap(elementOf)[0];
  if (!root) refuse(`${name} is empty.`);
  return { root, text };
}

/** Every child of that name. */
export function childrenOf(parent: Xml | undefined, name: string): Xml[] {
  return parent?.children.filter((child) => child.name === name) ?? [];
}

export function childOf(parent: Xml | undefined, name: string): Xml | undefined {
  return parent?.children.find((child) => child.name === name);
}

/** The text of a child; null when there is none, or it is empty. */
export function textOf(parent: Xml | undefined, name: string): string | null {
  return childOf(parent, name)?.text || null;
}

function decodeXml(bytes: Buffer, name: string): string {
  const [a, b, c] = bytes;
  if (a === 0xff && b === 0xfe) return decode(bytes, "utf-16le", name);
  if (a === 0xfe && b === 0xff) return decode(bytes, "utf-16be", name);
  if (a === 0xef && b === 0xbb && c === 0xbf) return decode(bytes, "utf-8", name);
  const declared = /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(bytes.subarray(0, 200).toString("latin1"));
  const encoding = declared?.[1]?.toLowerCase() ?? "utf-8";
  if (/^(utf-?8|us-ascii|ascii)$/.test(encoding)) return decode(bytes, "utf-8", name);
  if (/^(iso-8859-1|latin1|windows-1252)$/.test(encoding)) return decode(bytes, "windows-1252", name);
  return refuse(`${name} is written in the encoding '${encoding}', which cannot be read here. Save it as UTF-8.`);
}

function decode(bytes: Buffer, encoding: string, name: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return refuse(`${name} is not written in the encoding that it names.`);
  }
}

const CLOSED_BY = { "<!--": "-->", "<![CDATA[": "]]>", "<?": "?>" } as const;

/**
 * Goes once through the text before anything is built of it, which would be recursive: no document type, nothing that is never
 * closed, and elements not too deep in each other. Each character is looked at once, whatever is written there.
 * @throws Refusal
 */
function refuseStructure(text: string, name: string): void {
  let [depth, elements] = [0, 0];
  for (let at = text.indexOf("<"); at !== -1; at = text.indexOf("<", at)) {
    const [opening, closing] = Object.entries(CLOSED_BY).find(([mark]) => text.startsWith(mark, at)) ?? ["<", ">"];
    if (opening === "<" && text[at + 1] === "!") refuse(`${name} has a document type (DTD), which is not accepted.`);
    const end = opening === "<" ? endOfTag(text, at) : text.indexOf(closing, at + opening.length);
    if (end === -1) refuse(`${name} is not well-formed XML: something in it is never closed.`);
    if (opening === "<") {
      if (text[at + 1] === "/") depth--;
      else elements++;
      if (text[at + 1] !== "/" && text[end - 1] !== "/") depth++;
      if (end - at > LONGEST_TAG) refuse(`${name} has an element whose attributes are too long.`);
    }
    if (depth > DEEPEST) refuse(`${name} is nested too deeply.`);
    if (elements > MOST_ELEMENTS) refuse(`${name} has more than ${MOST_ELEMENTS} elements.`);
    at = end + closing.length;
  }
}

/** Where the '>' of a tag is; one in the value of an attribute is not it. */
function endOfTag(text: string, from: number): number {
  let quote = "";
  for (let at = from + 1; at < text.length; at++) {
    const letter = text[at]!;
    if (quote !== "") quote = letter === quote ? "" : quote;
    else if (letter === '"' || letter === "'") quote = letter;
    else if (letter === ">") return at;
  }
  return -1;
}

type Node = Record<string, unknown>;

function nodesOf(text: string, name: string): Node[] {
  try {
    return parser.parse(text) as Node[];
  } catch {
    // Names that would become those of every object, and whatever else the parser takes for an attack.
    return refuse(`${name} has something in it that is not accepted.`);
  }
}

function elementOf(node: Node): Xml[] {
  const name = Object.keys(node).find((key) => key !== ATTRIBUTES);
  if (name === undefined || name === TEXT) return [];
  const nodes = node[name] as Node[];
  const text = nodes.map((child) => (TEXT in child ? String(child[TEXT]) : "")).join("");
  return [
    {
      name,
      attributes: Object.fromEntries(
        Object.entries((node[ATTRIBUTES] as Record<string, string> | undefined) ?? {}).map(([key, value]) => [
          key,
          storable(value),
        ]),
      ),
      children: nodes.flatMap(elementOf),
      text: storable(text).trim(),
    },
  ];
}

/** Without what references like &#0; can smuggle in and no database keeps. */
function storable(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}
