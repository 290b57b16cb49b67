import { expect, test } from "vitest";
import { Documents } from "./documents.ts";

const VIEWER = "query Viewer { viewer { role } }";
const LOGIN = 'mutation Login { loginUser(email: "a@b.test", password: "c") { token } }';
const documents = new Documents(
  new Map([
    ["a".repeat(64), VIEWER],
    ["b".repeat(64), LOGIN],
  ]),
);

test.each([
  ["signed-in", VIEWER, (text: string) => documents.forSignedIn(text)],
  ["anonymous", LOGIN, (text: string) => documents.forAnonymous(text, {})],
])("for %s callers, only documents of the built client are parsed without positions", (_, text, read) => {
  expect(read(text).definitions.map(({ loc }) => loc)).toEqual([undefined]);
  expect(read(`${text} `).definitions.map(({ loc }) => loc?.start)).toEqual([0]);
});
