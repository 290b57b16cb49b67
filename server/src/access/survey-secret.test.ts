import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { getSurveyKey, SURVEY_SECRET_FILE } from "./survey-secret.ts";

const ROOT = mkdtempSync(path.join(tmpdir(), "cairn-survey-key-"));
afterAll(() => rmSync(ROOT, { recursive: true }));

const SURVEY_SECRET = "a secret of the environment that is long";
const at = (folder: string) => ({ DATA_DIR: path.join(ROOT, folder), SURVEY_SECRET: undefined });

test("a server creates its own key once, in a file that only its account can read", () => {
  const { secret, id } = getSurveyKey(at("new"));
  const file = path.join(ROOT, "new", SURVEY_SECRET_FILE);
  expect(secret).toHaveLength(32);
  expect(readFileSync(file, "utf8")).toBe(secret.toString("base64"));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(getSurveyKey(at("new"))).toEqual({ secret, id });
  expect(getSurveyKey(at("other")).secret.equals(secret)).toBe(false);
});

test("a server keeps the key that its folder has", () => {
  const secret = Buffer.alloc(32, 7);
  const { id } = getSurveyKey(at("first"));
  writeFileSync(path.join(ROOT, SURVEY_SECRET_FILE), secret.toString("base64"));
  expect(getSurveyKey(at("")).secret).toEqual(secret);
  expect(getSurveyKey(at("")).id).not.toBe(id);
});

test("servers with one secret in their environment share a key, whatever their folders have", () => {
  const own = getSurveyKey(at("shared"));
  const shared = getSurveyKey({ ...at("shared"), SURVEY_SECRET });
  expect(shared).toEqual(getSurveyKey({ ...at("elsewhere"), SURVEY_SECRET }));
  expect(shared.secret.toString()).toBe(SURVEY_SECRET);
  const other = getSurveyKey({ ...at("shared"), SURVEY_SECRET: `another ${SURVEY_SECRET}` });
  expect(new Set([own.id, shared.id, other.id]).size).toBe(3);
  // The name of a key is stored with each answer.
  expect(shared.id).toMatch(/^[\w-]{16}$/);
});
