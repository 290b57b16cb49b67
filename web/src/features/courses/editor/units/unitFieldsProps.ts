import type { Unit } from "../draft.ts";

export type UnitChange = Partial<Omit<Unit, "key" | "id" | "type">>;

/** What the form of each type of unit gets. */
export type UnitFieldsProps = { unit: Unit; onChange: (change: UnitChange) => void };
