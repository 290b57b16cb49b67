import { graphql, GraphQLObjectType, GraphQLSchema, GraphQLString } from "graphql";
import { expect, test } from "vitest";
import { selectsAny } from "./selection.ts";

const NAMES = new Set(["groups", "fields"]);
const found: boolean[] = [];
const Row: GraphQLObjectType = new GraphQLObjectType({
  name: "Row",
  fields: () => ({
    name: { type: GraphQLString },
    groups: { type: GraphQLString },
    fields: { type: GraphQLString },
    next: { type: Row },
  }),
});
const schema = new GraphQLSchema({
  query: new GraphQLObjectType({
    name: "Query",
    fields: {
      groups: { type: GraphQLString },
      row: {
        type: Row,
        resolve: (_, __, ___, info) => {
          found.push(selectsAny(info, NAMES));
          return {};
        },
      },
    },
  }),
});

test.each([
  ["below the field", "{ row { name groups } }", true],
  ["further below", "{ row { next { next { fields } } } }", true],
  ["under another name", "{ row { name: groups } }", true],
  ["in an inline fragment", "{ row { ... { next { fields } } } }", true],
  ["in a fragment", "{ row { ...A } } fragment A on Row { next { ...B } } fragment B on Row { groups }", true],
  ["nowhere", "{ row { name fields: name } }", false],
  ["beside the field only", "{ groups row { name } }", false],
])("finds a requested field %s", async (_, source, expected) => {
  found.length = 0;
  expect((await graphql({ schema, source })).errors).toBeUndefined();
  expect(found).toEqual([expected]);
});
