import { inContext, type MessageWithValues, t } from "../../i18n/message.ts";
import type { UnitType } from "./units/unit-types.ts";

const TYPES = {
  Content: inContext("type of unit")`Content`,
  Video: inContext("type of unit")`Video`,
  Audio: inContext("type of unit")`Audio`,
  Presentation: inContext("type of unit")`Presentation`,
  iFrame: inContext("type of unit")`iFrame`,
  Test: inContext("type of unit")`Test`,
  Assignment: inContext("type of unit")`Assignment`,
  Survey: inContext("type of unit")`Survey`,
  Scorm: inContext("type of unit")`Scorm`,
} as const satisfies Record<UnitType, MessageWithValues>;

/** Returns how messages to authors name a unit: 'Content Unit 2'. */
export const nameUnit = ({ type, unit_order }: { type: UnitType; unit_order: number }): MessageWithValues =>
  t`${TYPES[type]} Unit ${unit_order}`;
