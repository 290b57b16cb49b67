import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { auditActions, auditSubjects } from "../web/src/features/audit/auditActions.ts";

/** Where services name an action: `action: "…"`, `action: … ? "…" : "…"`, and calls of a function that records. */
const NAMED = /action: (?:[^",\n]*\? )?"(\w+\.\w+)"(?: : "(\w+\.\w+)")?|\b(?:audit|changed)\([^;\n]*?"(\w+\.\w+)"/g;

const ACTIONS = globSync("server/src/features/**/*.service.ts").flatMap((file) => {
  const source = readFileSync(file, "utf8");
  return Array.from(source.matchAll(NAMED), ([, ...found]) => found.filter(Boolean)).flat();
});

/** The kinds of subjects, as `AuditSubject` lists them. */
const SUBJECTS = Array.from(
  /type AuditSubject =([^;]+);/
    .exec(readFileSync("server/src/features/audit/audit.service.ts", "utf8"))![1]!
    .matchAll(/"(\w+)"/g),
  ([, subject]) => subject!,
);

test("the audit log has a text for every kind of subject, and its filter offers no other", () => {
  expect(Object.keys(auditSubjects).toSorted()).toEqual(SUBJECTS.toSorted());
});

test("the audit log has a text for every action that the server records", () => {
  expect(ACTIONS.length).toBeGreaterThan(40);
  expect(ACTIONS.filter((action) => !Object.hasOwn(auditActions, action))).toEqual([]);
});
