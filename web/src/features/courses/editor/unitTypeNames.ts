import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { UnitType } from "./draft.ts";

/** What a type is called in menus and lists. */
export const unitTypeNames: Record<UnitType, MessageDescriptor> = {
  Content: msg`Content`,
  Video: msg`Video`,
  Audio: msg`Audio`,
  Presentation: msg`Presentation`,
  iFrame: msg`iFrame`,
  Scorm: msg`Scorm`,
  Test: msg`Test`,
  Assignment: msg`Assignments`,
};
