import {
  type DocumentNode,
  type FieldNode,
  getNullableType,
  GraphQLError,
  type GraphQLSchema,
  isListType,
  isObjectType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from "graphql";
import { UNPAGED_ROWS } from "../db/page.ts";
import { Invalid } from "../errors.ts";
import { t } from "../i18n/message.ts";

/** A field that returns a whole list, beside one that returns a page: `users` beside `usersPage`. */
export interface WholeList {
  type: string;
  field: string;
  paged: string;
}

const found = new WeakMap<GraphQLSchema, WholeList[]>();

/** Finds the whole lists of a schema by their names, once per schema, because every new document needs them. */
export function findWholeLists(schema: GraphQLSchema): WholeList[] {
  const known = found.get(schema);
  if (known) return known;
  const lists = searchWholeLists(schema);
  found.set(schema, lists);
  return lists;
}

function searchWholeLists(schema: GraphQLSchema): WholeList[] {
  return Object.values(schema.getTypeMap()).flatMap((type) => {
    if (!isObjectType(type)) return [];
    const fields = type.getFields();
    return Object.values(fields).flatMap(({ name, type: of }) => {
      const paged = `${name}Page`;
      return isListType(getNullableType(of)) && fields[paged] ? [{ type: type.name, field: name, paged }] : [];
    });
  });
}

/** How often one document may request the same whole list, which may have thousands of rows. */
const SAME_WHOLE_LIST = 2;

/** Finds a whole list that a valid document requests too often. @returns the error, or null */
export function findRepeatedList(schema: GraphQLSchema, document: DocumentNode): GraphQLError | null {
  const counts = new Map(findWholeLists(schema).map(({ type, field }) => [`${type}.${field}`, 0]));
  const types = new TypeInfo(schema);
  const count = ({ name: { value } }: FieldNode) => {
    const name = `${types.getParentType()?.name}.${value}`;
    const before = counts.get(name);
    if (before !== undefined) counts.set(name, before + 1);
  };
  visit(document, visitWithTypeInfo(types, { Field: count }));
  const repeated = [...counts].find(([, times]) => times > SAME_WHOLE_LIST)?.[0].split(".")[1];
  return repeated === undefined
    ? null
    : new GraphQLError(`Ask for '${repeated}' at most ${SAME_WHOLE_LIST} times in one operation.`);
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
          [field]: [t`There are more than ${UNPAGED_ROWS} rows. Ask for them by the page, with ${paged}.`],
        });
      return rows;
    };
  }
  return schema;
}
