import { getNullableType, type GraphQLSchema, isListType, isObjectType } from "graphql";
import { UNPAGED_ROWS } from "../db/page.ts";
import { Invalid } from "../errors.ts";

/** A field that answers with a whole list, beside one that answers with a page of it: `users` beside `usersPage`. */
export interface WholeList {
  type: string;
  field: string;
  paged: string;
}

/** Finds the whole lists of a schema by their names. */
export function findWholeLists(schema: GraphQLSchema): WholeList[] {
  return Object.values(schema.getTypeMap()).flatMap((type) => {
    if (!isObjectType(type)) return [];
    const fields = type.getFields();
    return Object.values(fields).flatMap(({ name, type: of }) => {
      const paged = `${name}Page`;
      return isListType(getNullableType(of)) && fields[paged] ? [{ type: type.name, field: name, paged }] : [];
    });
  });
}

/** Makes each whole list of the schema a validation error where it has more rows than a list may have (P81). */
export function limitWholeLists(schema: GraphQLSchema): GraphQLSchema {
  for (const { type, field, paged } of findWholeLists(schema)) {
    const definition = (schema.getType(type) as ReturnType<GraphQLSchema["getQueryType"]>)!.getFields()[field]!;
    const resolve = definition.resolve!;
    definition.resolve = async (...args) => {
      const rows: unknown = await resolve(...args);
      if (Array.isArray(rows) && rows.length > UNPAGED_ROWS)
        throw new Invalid({
          [field]: [`There are more than ${UNPAGED_ROWS} rows. Ask for them by the page, with ${paged}.`],
        });
      return rows;
    };
  }
  return schema;
}
