import { i18n, type MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** The names of the types of unit. */
export const unitTypeNames = {
  Content: msg`Content`,
  Video: msg`Video`,
  Audio: msg`Audio`,
  Presentation: msg`Presentation`,
  iFrame: msg`iFrame`,
  Scorm: msg`Scorm`,
  Test: msg`Test`,
  Assignment: msg`Assignment`,
  Survey: msg`Survey`,
} as const satisfies Record<string, MessageDescriptor>;

/** Returns the name of a type of unit; an unknown type unchanged. */
export const nameUnitType = (type: string): string =>
  Object.hasOwn(unitTypeNames, type) ? i18n._(unitTypeNames[type as keyof typeof unitTypeNames]) : type;
