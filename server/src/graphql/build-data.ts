import {
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from "graphql";
import { builder } from "./builder.ts";

type Element = GraphQLNamedType | GraphQLField<unknown, unknown> | GraphQLInputField;

/**
 * Drops what the builder keeps of a schema and nobody reads after it is built: the definitions of all fields, and an unsorted
 * copy of all types, 7 MB (ADR 212). Nothing can be added to it afterwards.
 */
export function dropBuildData(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    // The builder's own function keeps the copy; it calls this one.
    if (isInterfaceType(type)) type.resolveType = (type.extensions.pothosConfig as typeof type).resolveType;
    listElements(type).forEach((element) => (element.extensions = {}));
  }
  for (const kept of Object.values(builder.configStore)) if (kept instanceof Map) kept.clear();
  return schema;
}

function listElements(type: GraphQLNamedType): Element[] {
  if (isInputObjectType(type)) return [type, ...Object.values(type.getFields())];
  if (!isObjectType(type) && !isInterfaceType(type)) return [type];
  return [type, ...Object.values(type.getFields()).flatMap((field) => [field, ...field.args] as Element[])];
}
