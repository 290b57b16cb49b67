import { typeBrandKey } from "@pothos/core";
import { isAbstractType, isEnumType, isInputObjectType, isInterfaceType, isObjectType, printSchema } from "graphql";
import { expect, test } from "vitest";
import { builder } from "./builder.ts";
import { schema } from "./schema.ts";

test("the schema keeps nothing of its builder", () => {
  const kept = Object.values(schema.getTypeMap()).flatMap((type) => {
    const fields =
      isObjectType(type) || isInterfaceType(type) || isInputObjectType(type) ? Object.values(type.getFields()) : [];
    const values = isEnumType(type) ? type.getValues() : [];
    const elements = [type, ...fields, ...values, ...fields.flatMap((field) => ("args" in field ? field.args : []))];
    return elements.filter(({ extensions }) => Object.keys(extensions).length > 0);
  });
  expect(kept.map(({ name }) => name)).toEqual([]);
  expect(Object.values(builder.configStore).filter((each) => each instanceof Map && each.size > 0)).toEqual([]);
});

test("interfaces do not call the function of the builder, which keeps a copy of all types", () => {
  const unit = schema.getType("Unit");
  if (!isInterfaceType(unit)) throw new Error("Unit is no interface.");
  // The builder's function returns the brand of a row that has one.
  const row = { type: "Test", [typeBrandKey]: "Brand" };
  expect(unit.resolveType?.(row, {}, {} as never, {} as never)).toBe("TestUnitType");
});

test("the schema has a type of its own for each row of an interface", () => {
  const interfaces = Object.values(schema.getTypeMap()).filter(isAbstractType);
  expect(interfaces.map(({ name }) => name).toSorted()).toEqual(["MemberUser", "Unit", "WrittenQuestion"]);
  const resolve = (name: string, row: object) =>
    (schema.getType(name) as (typeof interfaces)[number]).resolveType?.(row, {}, {} as never, {} as never);
  expect(resolve("Unit", { type: "Test" })).toBe("TestUnitType");
  expect(resolve("WrittenQuestion", { category: "a" })).toBe("BankQuestion");
  expect(printSchema(schema)).toContain("type TestUnitType implements Unit");
});
