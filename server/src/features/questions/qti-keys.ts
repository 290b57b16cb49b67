import { t } from "../../i18n/message.ts";
import type { MixedXml } from "../../platform/xml.ts";
import { readKeyNumber } from "./numbers.ts";
import { listNamed, toPlainText } from "./qti-names.ts";
import { findMaxScore, type Item, toPoints } from "./qti-item.ts";
import type { Scored } from "./qti-scoring.ts";
import { Unreadable } from "./unreadable.ts";
import { roundWeight } from "./weights.ts";

interface Right {
  right: string[];
  points: number;
  /** The percent of the points that a value earns, where values have points of their own. */
  weigh?: (key: string) => number;
}

/**
 * Lists the right values of a choice, an order or pairs, in the order of the file, and what the question is worth.
 * @param takesWeights whether the type of question has weights; otherwise every right value has to be worth the same
 */
export function listRight(item: Item, interaction: MixedXml, takesWeights = false): Right {
  const response = interaction.attributes["responseIdentifier"] ?? "";
  const declaration = findDeclaration(item, response);
  const cardinality = declaration.attributes["cardinality"];
  const method = item.scoring.methods.get(response);
  if (!method) throw new Unreadable(t`The file does not say which answer is right.`);
  if (method.by === "correct") {
    const right = item.correct.get(response) ?? [];
    if (right.length === 0) throw new Unreadable(t`None of the answers is right.`);
    return { right, points: readPoints(item, method.points ?? Number.NaN) };
  }
  const scored = method.by === "values" ? method.values.map(toEntry) : listEntries(declaration);
  const right = scored.filter(({ points }) => points > 0);
  if (right.length === 0) throw new Unreadable(t`None of the answers is right.`);
  // Each of them is right alone, and wrong together with the others.
  const isEither =
    method.by === "values" && method.values.filter(({ isWhole, points }) => isWhole && points > 0).length > 1;
  if (cardinality === "multiple" && isEither)
    throw new Unreadable(t`Its scoring combines points in a way that cannot be imported.`);
  if (cardinality === "ordered") throw new Unreadable(t`Its scoring combines points in a way that cannot be imported.`);
  const bound = Number(listNamed(declaration, "mapping")[0]?.attributes["upperBound"] || Number.NaN);
  const values = right.map(({ points }) => points);
  // Of a single choice, the best one earns everything; of several, all together do.
  const most = cardinality === "single" ? Math.max(...values) : values.reduce((total, points) => total + points, 0);
  const found = {
    right: right.map(({ key }) => key),
    points: readPoints(item, Number.isFinite(bound) && bound > 0 ? bound : most),
  };
  const others =
    method.by === "mapping" ? Number(listNamed(declaration, "mapping")[0]?.attributes["defaultValue"] || 0) : 0;
  // Points are rounded, so that their sum may differ a little from the bound that they make.
  const whole = Math.abs(bound - most) < most * 0.02 ? bound : most;
  if (takesWeights && !(bound < whole)) {
    const points = new Map(scored.map((each) => [each.key, each.points]));
    return { ...found, weigh: (key) => Math.max(-100, roundWeight((100 * (points.get(key) ?? others)) / whole)) };
  }
  if (cardinality === "single" && right.length > 1)
    throw new Unreadable(t`An answer earns a part of the points, which is not possible for this type of question.`);
  if (new Set(values).size > 1)
    item.note(t`The right answers earn different points; here each of them earns an equal share.`);
  return found;
}

const toEntry = ({ text, points }: Scored) => ({ key: text, points, matchesCase: true });

export function findDeclaration({ root }: Item, response: string): MixedXml {
  const found = listNamed(root, "responseDeclaration").find(({ attributes }) => attributes["identifier"] === response);
  if (!found) throw new Unreadable(t`The file does not say which answer is right.`);
  return found;
}

function listEntries(declaration: MixedXml): { key: string; points: number; matchesCase: boolean }[] {
  return listNamed(declaration, "mapping")
    .flatMap((mapping) => listNamed(mapping, "mapEntry"))
    .map(({ attributes }) => ({
      key: attributes["mapKey"] ?? "",
      points: Number(attributes["mappedValue"]) || 0,
      matchesCase: attributes["caseSensitive"] !== "false",
    }));
}

/** Returns what a question is worth: its highest score if the file declares one. */
function readPoints({ root }: Item, otherwise: number): number {
  const declared = Number(findMaxScore(root).map(toPlainText).join("").trim() || Number.NaN);
  const score = listNamed(root, "outcomeDeclaration").find(({ attributes }) => attributes["identifier"] === "SCORE");
  const normal = Number(score?.attributes["normalMaximum"] ?? Number.NaN);
  return toPoints([declared, normal, otherwise].find(Number.isFinite) ?? 1);
}

interface Accepted {
  isNumber: boolean;
  accepted: { text: string; tolerance: number; weight?: number }[];
  matchesCase: boolean;
  points: number;
}

/** Reads which typed texts or numbers are right. */
export function readAccepted(item: Item, interaction: MixedXml): Accepted {
  const response = interaction.attributes["responseIdentifier"] ?? "";
  const declaration = findDeclaration(item, response);
  const isNumber = /^(?:float|integer)$/.test(declaration.attributes["baseType"] ?? "");
  const right = listScored(item, response, declaration).filter(({ points }) => points > 0);
  if (right.length === 0) throw new Unreadable(t`None of the answers is right.`);
  const most = Math.max(...right.map(({ points }) => points));
  if (interaction.attributes["patternMask"]) item.note(t`The pattern that answers must have is left out.`);
  if (isNumber) for (const { text } of right) refuseOtherThanNumber(text);
  return {
    isNumber,
    accepted: right.map(({ text, tolerance, points }) => ({
      text,
      tolerance,
      ...(points < most && { weight: roundWeight((100 * points) / most) }),
    })),
    matchesCase: !isNumber && right.some(({ matchesCase }) => matchesCase),
    points: readPoints(item, most),
  };
}

function refuseOtherThanNumber(text: string): void {
  if (readKeyNumber(text) === null)
    throw new Unreadable(t`'${text}' is not a number with a point before the decimals.`);
}

function listScored(item: Item, response: string, declaration: MixedXml): Scored[] {
  const method = item.scoring.methods.get(response);
  if (method?.by === "values") return method.values;
  if (method?.by === "mapping")
    return listEntries(declaration).map(({ key, points, matchesCase }) => ({
      text: key,
      tolerance: 0,
      matchesCase,
      points,
    }));
  if (!method) throw new Unreadable(t`The file does not say which answer is right.`);
  const points = method.points ?? 1;
  return (item.correct.get(response) ?? []).map((text) => ({ text, tolerance: 0, matchesCase: true, points }));
}
