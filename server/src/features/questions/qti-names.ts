import type { MixedXml } from "../../platform/xml.ts";

/**
 * Returns an item with the names of QTI 2: 'qti-simple-choice' of QTI 3 becomes 'simpleChoice', and the attribute
 * 'response-identifier' becomes 'responseIdentifier'. Names of HTML stay as they are.
 */
export function toQti2(element: MixedXml): MixedXml {
  return {
    name: element.name.startsWith("qti-") ? camelCase(element.name.slice(4)) : element.name,
    attributes: Object.fromEntries(
      Object.entries(element.attributes).map(([name, value]) => [camelCase(name), value.trim()]),
    ),
    content: element.content.map((each) => (typeof each === "string" ? each : toQti2(each))),
  };
}

const camelCase = (name: string) => name.replace(/-([a-z])/g, (_, initial: string) => initial.toUpperCase());

/** Lists the elements inside an element, without its texts. */
export const listElements = ({ content }: MixedXml): MixedXml[] => content.filter((each) => typeof each !== "string");

/** Lists the elements of a name directly inside an element. */
export const listNamed = (element: MixedXml, name: string): MixedXml[] =>
  listElements(element).filter((each) => each.name === name);

/** Lists the elements at any depth that a test accepts, in the order of the file. */
export function findAll(element: MixedXml, accepts: (element: MixedXml) => boolean): MixedXml[] {
  return listElements(element).flatMap((each) => [...(accepts(each) ? [each] : []), ...findAll(each, accepts)]);
}

/** Returns all texts inside an element. */
export const toPlainText = ({ content }: MixedXml): string =>
  content.map((each) => (typeof each === "string" ? each : toPlainText(each))).join("");
