import { i18n } from "@lingui/core";
import { beforeEach, expect, test } from "vitest";
import { messages as french } from "../locales/fr/product.po";
import * as terms from "./termNames.ts";
import { nameUnitType } from "./unitTypeNames.ts";
import { messages as core } from "../locales/fr/core.po";

beforeEach(() => i18n.loadAndActivate({ locale: "fr", messages: { ...core, ...french } }));

test.each([
  [terms.nameQuestionType, "Multiple Choice", "Choix multiple"],
  [terms.nameInteractionType, "true-false", "Vrai ou faux"],
  [terms.nameInteractionResult, "wrong", "Incorrect"],
  [terms.nameCompletionOption, "instructor-accepts", "Accepté par le formateur"],
  [terms.nameCompletionRule, "all-units", "Toutes les unités sont terminées"],
  [terms.nameCertificateType, "JamCodingStaff", "Formation du personnel"],
  [nameUnitType, "Presentation", "Présentation"],
])("names a term in the language of the reader: %o %s", (name, term, text) => {
  expect(name(term)).toBe(text);
});

test("shows a term without a name unchanged", () => {
  expect(terms.nameQuestionType("constructor")).toBe("constructor");
});
