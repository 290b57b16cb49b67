import { type Message, t } from "../../i18n/message.ts";
import { nameUnit } from "./unit-names.ts";
import type { Text } from "./units/unit-type.ts";
import { getUnitType, type OwnFieldName, type UnitType } from "./units/unit-types.ts";

/** What publishing looks at in a unit; a whole unit fits. */
type Unit = { [Name in OwnFieldName]?: unknown } & {
  type: UnitType;
  unit_order: number;
  title?: Text;
  content?: Text;
  /** The address of its own file. */
  file?: Text;
  questions?: readonly unknown[];
};

export interface CourseToPublish {
  title?: Text;
  description?: Text;
  units: readonly Unit[];
}

/**
 * Returns why a course may not be published yet: the course first, then its units in their order. Empty when it may. The
 * editor shows the same messages (`publishRules.ts` and `units/` in its folder): change them in both places.
 */
export function listPublishErrors(course: CourseToPublish): Message[] {
  const units = course.units.toSorted((a, b) => a.unit_order - b.unit_order);
  return [
    ...when(isBlank(course.title), t`Course Title is required`),
    ...when(isBlank(course.description), t`Course Description is required`),
    ...units.flatMap(listUnitErrors),
  ];
}

function listUnitErrors(unit: Unit): Message[] {
  const { needsTitle, findLack } = getUnitType(unit.type);
  const name = nameUnit(unit);
  const lack = findLack(unit as never);
  return [
    ...when(needsTitle && isBlank(unit.title), t`${name} title is required`),
    ...(lack ? [t`${name} ${lack}`] : []),
  ];
}

function when(isBroken: boolean, message: Message): Message[] {
  return isBroken ? [message] : [];
}

function isBlank(text: Text): boolean {
  return !text?.trim();
}
