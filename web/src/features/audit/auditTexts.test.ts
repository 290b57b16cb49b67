import { i18n } from "@lingui/core";
import { beforeEach, describe, expect, test } from "vitest";
import { messages as core } from "../../locales/fr/core.po";
import { messages as product } from "../../locales/fr/product.po";
import { formatChange } from "./auditFields.ts";
import { actionLabel, subjectLabel, subjectName } from "./auditTexts.ts";

describe("in English", () => {
  beforeEach(() => i18n.loadAndActivate({ locale: "en", messages: {} }));

  test("says what happened, also for an action without a text", () => {
    expect(actionLabel("user.created")).toBe("User created");
    expect(actionLabel("bank.questions_added")).toBe("Questions added to the question bank");
    expect(actionLabel("group.leader_set")).toBe("group leader set");
    expect(subjectLabel("question_bank")).toBe("Question bank");
  });

  test.each([
    ["role", '"learner"', '"manager"', "Role: Learner → Manager"],
    ["is_active", "true", "false", "Active: Yes → No"],
    ["license_count", null, "7", "License Count: 7"],
    ["units", null, "8", "Number of units: 8"],
    ["status", null, '"published"', "Status: Published"],
    ["courses", null, '["Ropes","Knots"]', "Courses: Ropes and Knots"],
    ["branchIds", "[]", "[4]", "Branches: – → #4"],
    ["billing_interval", '"monthly"', '"yearly"', "Billing Interval: Monthly → Yearly"],
    ["new_field", null, '{"a":1}', 'new field: {"a":1}'],
    ["name", null, null, "Name: –"],
  ])("says how %s changed", (field, before, after, text) => {
    expect(formatChange({ field, before, after })).toBe(text);
  });
});

test("says it in the language of the reader", () => {
  i18n.loadAndActivate({ locale: "fr", messages: { ...core, ...product } });
  expect(actionLabel("bank.questions_added")).toBe("Questions ajoutées à la banque de questions");
  expect(subjectName({ subject_type: "question_bank", subject_name: "Question bank" })).toBe("Banque de questions");
  expect(subjectName({ subject_type: "course", subject_name: "Question bank" })).toBe("Question bank");
  const change = formatChange({ field: "role", before: '"learner"', after: '"manager"' });
  expect(change.replaceAll(/[\u00a0\u202f]/g, " ")).toBe("Rôle : Apprenant → Gestionnaire");
});
