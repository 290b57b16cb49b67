import { XMLParser, XMLValidator } from "fast-xml-parser";
import { refuse } from "./refusal.ts";
import { t } from "../i18n/message.ts";

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
/** A course of a thousand units has some twenty thousand; more would only keep the server busy. */
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
 * Reads an XML file of a package: UTF-8, UTF-16 and ISO-8859, without a document type and so only with XML's own
 * entities.
 * @param name the file's name in refusals
 * @throws Refusal
 */
export function parseXml(bytes: Buffer, name: string): { root: Xml; text: string } {
  const { nodes, text } = parseNodes(bytes, name);
  const root = nodes.flatMap(toElements)[0];
  if (!root) refuse(t`${name} is empty.`);
  return { root, text };
}

/** An element as `Xml`, whose texts and elements are kept in their order. Texts are not trimmed. */
export interface MixedXml {
  name: string;
  attributes: Record<string, string>;
  content: (string | MixedXml)[];
}

/** Reads an XML file as `parseXml` does, with its texts between its elements. @throws Refusal */
export function parseMixedXml(bytes: Buffer, name: string): MixedXml {
  const root = parseNodes(bytes, name)
    .nodes.flatMap(toMixed)
    .find((each) => typeof each !== "string");
  return root ?? refuse(t`${name} is empty.`);
}

function parseNodes(bytes: Buffer, name: string): { nodes: Node[]; text: string } {
  if (bytes.length > MOST_BYTES) refuse(t`${name} is larger than ${MOST_BYTES / 1024 / 1024} MB.`);
  const text = decodeXml(bytes, name);
  refuseStructure(text, name);
  const checked = XMLValidator.validate(text, { allowBooleanAttributes: false });
  if (checked !== true) refuse(t`${name} is not well-formed XML: ${checked.err.msg} (line ${checked.err.line}).`);
  return { nodes: findNodes(text, name), text };
}

/** Lists the children of that name. */
export function listChildren(parent: Xml | undefined, name: string): Xml[] {
  return parent?.children.filter((child) => child.name === name) ?? [];
}

export function findChild(parent: Xml | undefined, name: string): Xml | undefined {
  return parent?.children.find((child) => child.name === name);
}

/** Returns the text of a child; null when it is missing or empty. */
export function getText(parent: Xml | undefined, name: string): string | null {
  return findChild(parent, name)?.text || null;
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
  return refuse(t`${name} has the encoding '${encoding}', which is not supported. Save it as UTF-8.`);
}

function decode(bytes: Buffer, encoding: string, name: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return refuse(t`${name} does not have the encoding that it declares.`);
  }
}

const CLOSED_BY = { "<!--": "-->", "<![CDATA[": "]]>", "<?": "?>" } as const;

/**
 * Scans the text once before parsing, which is recursive: rejects a document type, unclosed parts and elements nested
 * too deeply. Looks at each character once.
 * @throws Refusal
 */
function refuseStructure(text: string, name: string): void {
  let [depth, elements] = [0, 0];
  for (let at = text.indexOf("<"); at !== -1; at = text.indexOf("<", at)) {
    const [opening, closing] = Object.entries(CLOSED_BY).find(([mark]) => text.startsWith(mark, at)) ?? ["<", ">"];
    if (opening === "<" && text[at + 1] === "!") refuse(t`${name} has a document type (DTD), which is not accepted.`);
    const end = opening === "<" ? findEndOfTag(text, at) : text.indexOf(closing, at + opening.length);
    if (end === -1) refuse(t`${name} is not well-formed XML: an element or tag is never closed.`);
    if (opening === "<") {
      if (text[at + 1] === "/") depth--;
      else elements++;
      if (text[at + 1] !== "/" && text[end - 1] !== "/") depth++;
      if (end - at > LONGEST_TAG) refuse(t`${name} has an element whose attributes are too long.`);
    }
    if (depth > DEEPEST) refuse(t`${name} is nested too deeply.`);
    if (elements > MOST_ELEMENTS) refuse(t`${name} has more than ${MOST_ELEMENTS} elements.`);
    at = end + closing.length;
  }
}

/** Returns the position of the '>' that ends a tag, ignoring attribute values. */
function findEndOfTag(text: string, from: number): number {
  let quote = "";
  for (let at = from + 1; at < text.length; at++) {
    const character = text[at]!;
    if (quote !== "") quote = character === quote ? "" : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === ">") return at;
  }
  return -1;
}

type Node = Record<string, unknown>;

function findNodes(text: string, name: string): Node[] {
  try {
    return parser.parse(text) as Node[];
  } catch {
    // Names that would become those of every object, and whatever else the parser takes for an attack.
    return refuse(t`${name} contains something that is not accepted.`);
  }
}

function toElements(node: Node): Xml[] {
  const name = Object.keys(node).find((key) => key !== ATTRIBUTES);
  if (name === undefined || name === TEXT) return [];
  const nodes = node[name] as Node[];
  const text = nodes.map((child) => (TEXT in child ? String(child[TEXT]) : "")).join("");
  return [
    {
      name,
      attributes: toAttributes(node),
      children: nodes.flatMap(toElements),
      text: storable(text).trim(),
    },
  ];
}

function toMixed(node: Node): (string | MixedXml)[] {
  const name = Object.keys(node).find((key) => key !== ATTRIBUTES);
  if (name === undefined) return [];
  if (name === TEXT) return [storable(String(node[TEXT]))];
  return [{ name, attributes: toAttributes(node), content: (node[name] as Node[]).flatMap(toMixed) }];
}

function toAttributes(node: Node): Record<string, string> {
  const attributes = (node[ATTRIBUTES] as Record<string, string> | undefined) ?? {};
  return Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, storable(value)]));
}

/** Removes characters that references such as &#0; can introduce and databases reject. */
function storable(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}
