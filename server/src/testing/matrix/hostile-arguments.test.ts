import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  getNamedType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operatorAt } from "../operator.ts";
import type { Client } from "../server.ts";
import { FIELDS, type Matrix, startMatrix } from "./matrix.ts";

// Calls every operation with hostile values for every argument: none may cause a server error.

let matrix: Matrix;
let admin: Client;
let operator: Client;
let learner: Client;
beforeAll(async () => {
  matrix = await startMatrix();
  admin = await matrix.server.as("admin@demo.test");
  learner = await matrix.server.as("learner@demo.test");
  operator = await operatorAt(matrix.server);
});
afterAll(() => matrix.server.close());

const LONG = "x".repeat(70_000);
const HOSTILE: Record<string, unknown[]> = {
  Int: [0, -1, 1, 2_147_483_647, -2_147_483_648],
  Float: [0, -1, 1e308, 1e-308],
  Boolean: [true, false],
  ID: ["", "0", LONG],
  String: [
    "",
    " ",
    "\0",
    "%_\\",
    "'; --",
    "\u{1f600}\u202e",
    "__proto__",
    "../../etc/passwd",
    "1e309",
    "9999-99-99",
    "0001-01-01",
    "http://[",
    "{}",
    '[{"insert":{"image":5}}]',
    "NaN",
    LONG,
  ],
};

/** Returns hostile values for a type; objects have all fields, one of them hostile at a time. */
function hostile(type: GraphQLInputType, depth = 0): unknown[] {
  if (isNonNullType(type)) return hostile(type.ofType, depth);
  if (isListType(type)) return [[], ...hostile(type.ofType, depth).map((value) => [value])];
  if (!isInputObjectType(type)) return HOSTILE[getNamedType(type).name] ?? [];
  if (depth > 3) return [{}];
  const fields = Object.values(type.getFields());
  const usual = Object.fromEntries(fields.map((field) => [field.name, ordinary(field.type, depth)]));
  return fields.flatMap((field: GraphQLInputField) =>
    hostile(field.type, depth + 1).map((value) => ({ ...usual, [field.name]: value })),
  );
}

function ordinary(type: GraphQLInputType, depth: number): unknown {
  if (!isNonNullType(type)) return undefined;
  const inner = type.ofType;
  if (isListType(inner)) return [];
  if (isInputObjectType(inner))
    return depth > 3
      ? {}
      : Object.fromEntries(
          Object.values(inner.getFields()).map((field) => [field.name, ordinary(field.type, depth + 1)]),
        );
  return HOSTILE[getNamedType(inner).name]?.[2];
}

/** Writes a document that calls a field with all of its arguments as variables and is rolled back. */
function writeDocument(name: string, kind: string, args: readonly GraphQLArgument[], selection: string): string {
  const declared = args.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(", ");
  const given = args.map((arg) => `${arg.name}: $${arg.name}`).join(", ");
  const undone = kind === "mutation" ? 'undone: loginUser(email: "", password: "") { token }' : "";
  return `${kind}${declared && `(${declared})`} { called: ${name}${given && `(${given})`} ${selection} ${undone} }`;
}

test.each(Object.keys(FIELDS))(
  "%s is never at fault, whatever its arguments are",
  async (name) => {
    const { kind, field } = FIELDS[name]!;
    const selection = isObjectType(getNamedType(field.type)) ? "{ __typename }" : "";
    const args = field.args.filter((arg) => getNamedType(arg.type).name !== "Upload");
    const document = writeDocument(name, kind, args, selection);
    const usual = Object.fromEntries(args.map((arg) => [arg.name, ordinary(arg.type, 0)]));
    const faults: unknown[] = [];
    const isFor = async (client: Client) => {
      const { errors = [] } = await client.query(document, usual);
      return errors.every(({ extensions }) => extensions?.code !== "FORBIDDEN");
    };
    // Operators do what admins may do by the same code. Learners are mostly refused before the arguments are read.
    const clients = [(await isFor(admin)) ? admin : operator, ...((await isFor(learner)) ? [learner] : [])];
    for (const arg of args) {
      for (const value of hostile(arg.type)) {
        const variables = { ...usual, [arg.name]: value };
        for (const client of clients) {
          const { errors = [] } = await client.query(document, variables);
          const fault = errors.find(({ extensions }) => extensions?.code === "INTERNAL");
          if (fault) faults.push([fault.message, JSON.stringify(variables).slice(0, 300)]);
        }
      }
    }
    expect(faults).toEqual([]);
    // A course has thousands of arguments, with the questions of each type of unit.
  },
  240_000,
);
