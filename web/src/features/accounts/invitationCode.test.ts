import { expect, test } from "vitest";
import { readCode } from "./invitationCode.ts";

test.each([
  ["Ab3-_9xyz0", "Ab3-_9xyz0"],
  ["  Ab3-_9 xyz0\n", "Ab3-_9xyz0"],
  ["https://north.acme.example/register/Ab3-_9xyz0", "Ab3-_9xyz0"],
  ["https://acme.example/register/Ab3-_9xyz0?utm=1", "Ab3-_9xyz0"],
])("readCode reads %j", (typed, code) => expect(readCode(typed)).toBe(code));

test.each(["", "open", "short", "https://acme.example/login", "../../login", "a code with a dot."])(
  "readCode refuses %j",
  (typed) => expect(readCode(typed)).toBe(null),
);
