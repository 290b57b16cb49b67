import { t } from "@lingui/core/macro";
import { nameUnitType } from "../../../app/unitTypeNames.ts";
import type { Unit } from "./draft.ts";

/** Returns how messages name a unit: 'Content Unit 2'. */
export function nameUnit({ type }: Pick<Unit, "type">, order: number): string {
  const name = nameUnitType(type);
  return t`${name} Unit ${order}`;
}
