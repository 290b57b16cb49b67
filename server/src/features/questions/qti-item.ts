import { t } from "../../i18n/message.ts";
import type { MixedXml } from "../../platform/xml.ts";
import { listNamed } from "./qti-names.ts";
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
  /** Adds a note on what of the question is not taken. */
  note: (message: ReadProblem["message"]) => void;
}

/** Reads the text of an item around its interaction; the prompt of the interaction is part of it. */
export function readAsked({ body, note }: Item, write: (interaction: MixedXml) => string): string {
  const asked = readText(body.content, (element) => {
    if (element.name === "rubricBlock" && !(element.attributes["view"] ?? "").includes("candidate")) return "";
    if (/^feedback(?:Inline|Block)$/.test(element.name)) {
      note(t`Feedback within the text of the question is left out.`);
      return "";
    }
    return INTERACTION.test(element.name) ? write(element) : null;
  });
  if (asked === "") throw new Unreadable(t`This question has no text.`);
  return asked;
}

/** Returns the prompt of an interaction, as a block of the text around it. */
export const readPrompt = (interaction: MixedXml) => `\0${readText(listNamed(interaction, "prompt"))}\0`;

/** A choice of an interaction. */
export interface Choice {
  id: string;
  text: string;
  feedback: string | undefined;
}

/** Reads the choices of an element, without the feedback in them. */
export function readChoices(parent: MixedXml, name: string): Choice[] {
  return listNamed(parent, name).map((choice) => {
    const inline: string[] = [];
    const text = readText(choice.content, (element) => {
      if (!/^feedback(?:Inline|Block)$/.test(element.name)) return null;
      inline.push(readText(element.content));
      return "";
    });
    if (text === "") throw new Unreadable(t`An option has no text.`);
    const feedback = inline.filter(Boolean).join("\n") || undefined;
    return { id: choice.attributes["identifier"] ?? "", text, feedback };
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
