import { readFileSync } from "node:fs";
import { buildSchema, type DocumentNode, Kind, parse, validate } from "graphql";
import { describe, expect, test } from "vitest";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const schema = buildSchema(read("../../../schema.graphql"));
const contract = parse(read("../../contract/operations.graphql"));

describe("the public contract", () => {
  const operations = contract.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? [definition] : [],
  );
  const fragments = contract.definitions.flatMap((definition) =>
    definition.kind === Kind.FRAGMENT_DEFINITION ? [definition] : [],
  );

  test.each(operations.map((operation) => [operation.name!.value, operation] as const))(
    "%s is served as it is written",
    (_, operation) => {
      const source = JSON.stringify(operation);
      const used = fragments.filter((fragment) => source.includes(`"value":"${fragment.name.value}"`));
      const document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [operation, ...used] };
      expect(validate(schema, document).map((error) => error.message)).toEqual([]);
    },
  );
});
