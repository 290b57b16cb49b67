import { readFileSync } from "node:fs";
import {
  buildSchema,
  getNamedType,
  type GraphQLField,
  isInterfaceType,
  isObjectType,
  isRequiredArgument,
} from "graphql";
import { expect } from "vitest";
import { SIGNED_IN } from "../graphql/limits.ts";
import type { Client } from "./server.ts";

/** The fields around a selection. */
const MORE_FIELDS = 10;

const schema = buildSchema(readFileSync(new URL("../../../schema.graphql", import.meta.url), "utf8"));
const mayAsk = (field: GraphQLField<unknown, unknown>) => !field.args.some(isRequiredArgument);

/** Selects all fields of a type to a depth, including fields that are added later, and those of each type of unit. */
function selection(typeName: string, depth: number): string {
  const fields = listFields(typeName, depth);
  return fields.length > 0 ? `{ ${fields.join(" ")} }` : "";
}

/** Selects as `selection` does, in several parts where a request for all would be too large. */
function listSelections(typeName: string, depth: number): string[] {
  const fields = listFields(typeName, depth);
  const isLarge = fields.join(" ").split(/[\s{}]+/).length > SIGNED_IN.fields - MORE_FIELDS;
  return isLarge ? fields.map((field) => `{ ${field} }`) : [selection(typeName, depth)];
}

function listFields(typeName: string, depth: number): string[] {
  const type = schema.getType(typeName);
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  const fields = Object.values(type.getFields()).flatMap((field) => {
    if (!mayAsk(field)) return [];
    const inner = getNamedType(field.type);
    if (!isObjectType(inner) && !isInterfaceType(inner)) return [field.name];
    const below = depth > 0 ? selection(inner.name, depth - 1) : "";
    return below ? [`${field.name} ${below}`] : [];
  });
  // The fields of a test, which readers of a unit ask for.
  if (typeName === "Unit") fields.push(`... on TestUnitType ${selection("TestUnitType", depth)}`);
  return fields;
}

async function ask(client: Client, query: string): Promise<string> {
  const { data, errors } = await client.query(query);
  // Private fields are refused; an invalid request would search nothing.
  for (const error of errors ?? []) expect(["FORBIDDEN", "NOT_FOUND", "CONFLICT"]).toContain(error.extensions.code);
  return JSON.stringify({ data, errors });
}

/** Reads every field of a course, one by one, to a depth, as the caller and as a learner. */
export async function readCourse(client: Client, id: number, depth = 3): Promise<string[]> {
  const courseType = schema.getType("Course");
  if (!isObjectType(courseType)) throw new Error("There is no course.");
  const answers: string[] = [];
  for (const field of Object.values(courseType.getFields())) {
    for (const fields of listSelections(getNamedType(field.type).name, depth))
      for (const how of ["", ", asLearner: true"])
        answers.push(await ask(client, `{ course(id: ${id}${how}) { ${field.name} ${fields} } }`));
  }
  return answers;
}

/** Reads every root field that needs no argument. */
export async function readRoot(client: Client): Promise<string[]> {
  const answers: string[] = [];
  for (const field of Object.values(schema.getQueryType()!.getFields()).filter(mayAsk))
    answers.push(await ask(client, `{ ${field.name} ${selection(getNamedType(field.type).name, 3)} }`));
  return answers;
}

/** Reads everything about a test that its learner may ask for. */
export async function readTest(client: Client, { course, unit }: { course: number; unit: number }): Promise<string[]> {
  const attempts = selection("TestAttempt", 3);
  const opened: string[] = [];
  for (const fields of listSelections("OpenedUnit", 5))
    opened.push(await ask(client, `{ course(id: ${course}) { openedUnit(unit_id: ${unit}) ${fields} } }`));
  return [
    ...(await readCourse(client, course, 5)),
    ...opened,
    await ask(client, `{ testAttempts(course_id: ${course}, unit_id: ${unit}) ${attempts} }`),
    await ask(client, `{ testSettings(course_id: ${course}, unit_id: ${unit}) ${selection("TestSettings", 1)} }`),
    await ask(client, `{ courseAttempts(course_id: ${course}) ${selection("CourseAttempt", 3)} }`),
  ];
}
