import { i18n } from "@lingui/core";
import { beforeAll, expect, test } from "vitest";
import { actionLabel, changeText, valueText } from "./auditWords.ts";

beforeAll(() => i18n.loadAndActivate({ locale: "en", messages: {} }));

test("actions are told in words, also those without words of their own", () => {
  expect(actionLabel("user.created")).toBe("User created");
  expect(actionLabel("api_key.revoked")).toBe("API key revoked");
  expect(actionLabel("group.leader_set")).toBe("Group leader set");
});

test("changes say what was and what is now", () => {
  expect(changeText({ field: "role", before: '"learner"', after: '"manager"' })).toBe("role: learner → manager");
  expect(changeText({ field: "is_active", before: "true", after: "false" })).toBe("is active: Yes → No");
  expect(changeText({ field: "license_count", before: null, after: "7" })).toBe("license count: 7");
  expect(valueText("[1,2]")).toBe("1, 2");
  expect(valueText('{"a":1}')).toBe('{"a":1}');
  expect(valueText(null)).toBe("–");
});
