import { globSync, readFileSync } from "node:fs";
import { buildSchema, parse, validate } from "graphql";
import { expect, test } from "vitest";
import { listDocuments } from "../web/build/trusted-documents.ts";

const schema = buildSchema(readFileSync("schema.graphql", "utf8"));

test("every document that the client sends is valid and complete", () => {
  const problems = globSync("web/src/**/*.documents.ts").flatMap((file) =>
    listDocuments(readFileSync(file, "utf8"))
      .map((text) => parse(text))
      .filter(({ definitions }) => definitions.some(({ kind }) => kind === "OperationDefinition"))
      .flatMap((document) => validate(schema, document).map(({ message }) => `${file}: ${message}`)),
  );
  expect(problems).toEqual([]);
});
