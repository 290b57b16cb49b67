// Writes the editor's documents for reading and creating a course from the schema, so that they have every field.
import { readFile } from "node:fs/promises";
import {
  buildSchema,
  getNamedType,
  getNullableType,
  type GraphQLInputObjectType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isInputObjectType,
  isLeafType,
  isListType,
  isObjectType,
} from "graphql";

const UNIT_DEPTH = 3;
/** The type whose fields every type of unit has in a list: they are written once, as a fragment. */
const QUESTION = "TestQuestion";
const FRAGMENT = "EditedQuestion";
/** What the editor reads beside the fields that it sends back. */
const ALSO_READ = new Set(["may_edit", "owning_branch"]);

/** Returns the documents, as a module of the client. */
export async function courseDocuments(): Promise<string> {
  const schema = buildSchema(await readFile("schema.graphql", "utf8"));
  return `// Written from schema.graphql by \`npm run generate\` (scripts/course-documents.ts).
import { graphql } from "../../../app/graphql.ts";

export const CourseToEdit = graphql(\`
  query CourseToEdit($id: Int!, $branchUrl: String) {
    course(id: $id, branchUrl: $branchUrl) ${selectEditable(schema)}
  }

  fragment ${FRAGMENT} on ${QUESTION} ${selectAll(schema.getType(QUESTION) as GraphQLObjectType, 1, UNIT_DEPTH + 1)}
\`);

export const CreateCourse = graphql(\`
${createCourse(schema)}
\`);
`;
}

/** Selects the fields of a course that its input has too, and all of its units. */
function selectEditable(schema: GraphQLSchema): string {
  const course = schema.getType("Course") as GraphQLObjectType;
  const input = schema.getType("EditCourseInput") as GraphQLInputObjectType;
  const unit = schema.getType("Unit")!;
  const fields = Object.values(course.getFields()).flatMap(({ name, type }) => {
    const given = input.getFields()[name];
    const named = getNamedType(type);
    if (ALSO_READ.has(name)) return [name];
    if (!given || name === "category") return [];
    if (isLeafType(named)) return [name];
    const isUnit = isObjectType(named) && named.getInterfaces().some((each) => each === unit);
    if (isUnit) return [`${name} ${selectAll(named, UNIT_DEPTH)}`];
    return [
      `${name} ${selectInput(named as GraphQLObjectType, getNamedType(given.type) as GraphQLInputObjectType, 3)}`,
    ];
  });
  return block(fields, 2);
}

/**
 * Selects the plain fields of a type, its lists of objects, and the objects within those.
 * @param depth of the indentation
 * @param level how deep the type is in a course
 */
function selectAll(type: GraphQLObjectType, depth: number, level = depth): string {
  const fields = Object.values(type.getFields()).flatMap(({ name, type: field }) => {
    const named = getNamedType(field);
    if (isLeafType(named)) return [name];
    // A single object of the unit itself is that of the learner; those within its lists are authored.
    const isAuthored = isListType(getNullableType(field)) || level > UNIT_DEPTH;
    if (!isAuthored || !isObjectType(named)) return [];
    const fields =
      named.name === QUESTION ? block([`...${FRAGMENT}`], depth + 1) : selectAll(named, depth + 1, level + 1);
    return [`${name} ${fields}`];
  });
  return block(fields, depth);
}

/** Selects the fields of a type that an input type has too. */
function selectInput(type: GraphQLObjectType, input: GraphQLInputObjectType, depth: number): string {
  const fields = Object.values(type.getFields()).flatMap(({ name, type: field }) => {
    const given = input.getFields()[name];
    if (!given) return [];
    const [named, namedInput] = [getNamedType(field), getNamedType(given.type)];
    return isObjectType(named) && isInputObjectType(namedInput)
      ? [`${name} ${selectInput(named, namedInput, depth + 1)}`]
      : [name];
  });
  return block(fields, depth);
}

/** Writes the mutation with every argument, except the lone category. */
function createCourse(schema: GraphQLSchema): string {
  const all = schema.getMutationType()!.getFields()["createCourse"]!.args;
  const args = all.filter(({ name }) => name !== "category");
  const variables = args.map(({ name, type }) => `    $${name}: ${String(type)}\n`).join("");
  const given = args.map(({ name }) => `      ${name}: $${name}\n`).join("");
  return `  mutation CreateCourse(\n${variables}  ) {\n    createCourse(\n${given}    ) {\n      id\n      version\n    }\n  }`;
}

function block(fields: string[], depth: number): string {
  const indent = "  ".repeat(depth);
  return `{\n${fields.map((field) => `${indent}  ${field}\n`).join("")}${indent}}`;
}
