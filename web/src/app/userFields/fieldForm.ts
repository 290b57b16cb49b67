import type { UserFieldValueInput } from "../../gen/graphql.ts";
import type { UserField } from "./userFields.documents.ts";

/** What a form has for the organisation's own fields, by `field_{id}`; a checkbox is a boolean. */
export type OwnFieldValues = { [name: `field_${number}`]: string | boolean };

type Fields = readonly Pick<UserField, "id" | "type">[];

/** Returns the values with which a form starts. */
export function toFormValues(values: readonly { field: Fields[number]; value?: string | null }[]): OwnFieldValues {
  return Object.fromEntries(
    values.map(({ field, value }) => [
      `field_${field.id}`,
      field.type === "checkbox" ? value === "true" : (value ?? ""),
    ]),
  );
}

/** Returns the values with which a form of a new user starts. */
export const toEmptyValues = (fields: Fields) => toFormValues(fields.map((field) => ({ field })));

/** Returns what a form has for these fields, as the server takes it; undefined without fields. */
export function toFieldInputs(fields: Fields, values: OwnFieldValues): UserFieldValueInput[] | undefined {
  if (fields.length === 0) return undefined;
  return fields.map(({ id }) => ({ id, value: String(values[`field_${id}`] ?? "") }));
}
