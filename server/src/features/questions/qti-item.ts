import { t } from "../../i18n/message.ts";
import type { MixedXml } from "../../platform/xml.ts";
import { nameWithoutEnding, resolvePath } from "./file-pictures.ts";
import type { Picture } from "./question-files.ts";
import { listNamed, toPlainText } from "./qti-names.ts";
import type { Scoring } from "./qti-scoring.ts";
import { readText } from "./qti-text.ts";
import type { ReadProblem } from "./read-gift.ts";
import { Unreadable } from "./unreadable.ts";

export const INTERACTION = /Interaction$/;

/** An item with what its readers need. */
export interface Item {
  root: MixedXml;
  body: MixedXml;
  interactions: MixedXml[];
  scoring: Scoring;
  correct: Map<string, string[]>;
  /** The path of the item within its package; undefined for an item without one, which has no pictures. */
  path: string | undefined;
  /** The pictures of its text, which readers of the text add. */
  media: Picture[];
  /** Adds a note on what of the question is not taken. */
  note: (message: ReadProblem["message"]) => void;
}

/** Reads the text of an item around its interaction; the prompt of the interaction is part of it. */
export function readAsked(item: Item, write: (interaction: MixedXml) => string): string {
  const { body, note } = item;
  const asked = readText(body.content, (element) => {
    if (element.name === "rubricBlock" && !(element.attributes["view"] ?? "").includes("candidate")) return "";
    if (/^feedback(?:Inline|Block)$/.test(element.name)) {
      note(t`Feedback within the text of the question is left out.`);
      return "";
    }
    return INTERACTION.test(element.name) ? write(element) : takeMedia(item, element);
  });
  if (asked === "") throw new Unreadable(t`This question has no text.`);
  return asked;
}

/** Takes a picture of the text of an item; null for another element. */
function takeMedia(item: Item, element: MixedXml): "" | null {
  const picture = findPicture(item, element);
  if (!picture) return null;
  item.media.push(picture);
  return "";
}

/** Returns the picture that an element of a package shows, by its path in the package; null for another element. */
function findPicture({ path }: Item, { name, attributes, ...element }: MixedXml): Picture | null {
  const isObject = name === "object" && (attributes["type"] ?? "").startsWith("image/");
  if (path === undefined || (name !== "img" && !isObject)) return null;
  const address = (isObject ? attributes["data"] : attributes["src"]) ?? "";
  const file = resolvePath(path, address);
  if (!file) throw new Unreadable(t`The picture '${address.slice(0, 200)}' is not in the package.`);
  const alt = attributes["alt"] ?? toPlainText({ name, attributes, ...element });
  return { file, alt: alt.replace(/\s+/g, " ").trim() || nameWithoutEnding(file) };
}

/** Returns a reader of the prompt of an interaction, as a block of the text around it. */
export const readPrompt = (item: Item) => (interaction: MixedXml) =>
  `\0${readText(listNamed(interaction, "prompt"), (element) => takeMedia(item, element))}\0`;

/** A choice of an interaction. */
export interface Choice {
  id: string;
  text: string;
  feedback: string | undefined;
  picture?: Picture;
}

/**
 * Reads the choices of an element, without the feedback in them.
 * @param item whose choices can have pictures; without it, a picture is refused
 */
export function readChoices(parent: MixedXml, name: string, item?: Item): Choice[] {
  return listNamed(parent, name).map((choice) => {
    const inline: string[] = [];
    const pictures: Picture[] = [];
    const text = readText(choice.content, (element) => {
      const picture = item && findPicture(item, element);
      if (picture) {
        pictures.push(picture);
        return "";
      }
      if (!/^feedback(?:Inline|Block)$/.test(element.name)) return null;
      inline.push(readText(element.content));
      return "";
    });
    const [picture, ...more] = pictures;
    if (more.length > 0) throw new Unreadable(t`An answer has several pictures; here it can have one.`);
    if (text === "" && !picture) throw new Unreadable(t`An option has no text.`);
    const feedback = inline.filter(Boolean).join("\n") || undefined;
    return { id: choice.attributes["identifier"] ?? "", text, feedback, ...(picture && { picture }) };
  });
}

/** Returns the content of the declaration of the highest score. */
export function findMaxScore(root: MixedXml): MixedXml[] {
  return listNamed(root, "outcomeDeclaration")
    .filter(({ attributes }) => attributes["identifier"] === "MAXSCORE")
    .flatMap((outcome) => listNamed(outcome, "defaultValue"));
}

/** Returns whole points from 1 to 1000; 1 for what is no number of points. */
export const toPoints = (points: number): number =>
  Number.isFinite(points) ? Math.min(1_000, Math.max(1, Math.round(points))) : 1;
