import { expect, test } from "vitest";
import { UNIT_TYPE_NAMES } from "../courses/units/unit-types.ts";
import { KINDS } from "../deleted/deleted.queries.ts";
import { getTexts } from "./report-texts.ts";

/** What the log of changes names as the subjects of its entries, besides what can be deleted. */
const SUBJECTS = [
  "announcement",
  "api_key",
  "badge_key",
  "certificate",
  "cmi5_au",
  "cmi5_course",
  "cmi5_registration",
  "custom_domain",
  "instance",
  "invitation",
  "message",
  "question_bank",
  "registration",
  "report_schedule",
  "scim_token",
  "subscription",
  "system",
  "xapi_credentials",
];

test.each(["en", "fr", "es"])("every kind of subject and unit has a text for files in %s", (language) => {
  const { term } = getTexts(language);
  const terms = [
    ...[...KINDS, ...SUBJECTS].map((kind) => `${kind}_subject`),
    ...UNIT_TYPE_NAMES.map((type) => `${type}_unit`),
  ];
  expect(terms.filter((each) => term(each) === each)).toEqual([]);
});
