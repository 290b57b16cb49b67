import type { MessageDescriptor } from "@lingui/core";

/** A value as two versions are compared by, and as it is shown to the author. */
export type Shown = { value: string; text: string };

/** Names for the ids in a draft. */
export type Names = { category: (id: number) => string; course: (id: number) => string };

/** Shows a text as it is. */
export const showText = (text: string | null): Shown => ({ value: text ?? "", text: text ?? "" });

/** Removes the signatures from addresses of files, which differ from hour to hour. */
export const removeSignatures = (text: string) => text.replace(/(\/files\/[\w/]+)\?[\w=&-]*/g, "$1");

/** A field of a unit in the draft. */
export type UnitField<Value, Empty = Value> = {
  label: MessageDescriptor;
  /** The value of a new unit, and of units of types without the field. */
  empty: Empty;
  /** Left out for a field that cannot differ between two versions by itself. */
  describe?: (value: Value) => Shown;
};

/** Fields of any kind. */
export type UnitFields = Record<string, UnitField<never, unknown>>;
