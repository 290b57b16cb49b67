import { expect, test } from "vitest";
import { getTexts } from "../report-texts.ts";
import type { Column, Table } from "../table.ts";
import { REPORTS } from "../tables.ts";
import { branchComplianceReport, compliancePeopleReport, courseComplianceReport } from "./compliance.report.ts";
import { courseUsersReport } from "./course-users.report.ts";
import { enrolmentsReport } from "./enrolments.report.ts";
import { itemAnalysisReport } from "./item-analysis.report.ts";
import { packageQuestionsReport } from "./package-questions.report.ts";
import { surveyReport } from "./survey.report.ts";
import { testAttemptsReport } from "./test-attempts.report.ts";
import { describeCell } from "./training-matrix.report.ts";
import { userCertificatesReport } from "./user-certificates.report.ts";

const texts = getTexts("en");

/** Returns what columns of a report show of a row. */
function show({ columns }: Table, labels: readonly string[], row: object) {
  const byLabel = new Map((columns as unknown as Column<object>[]).map((column) => [column.label as string, column]));
  return labels.map((label) => byLabel.get(label)!.value(row, texts));
}

test("reports of compliance show the share that is reached in full, days, and who is in no branch", () => {
  const share = (compliant: number) =>
    show(courseComplianceReport, ["compliantShare"], { compliant, assigned: 3 }).map(Number);
  expect([share(0), share(2), share(3)]).toEqual([[0], [66], [100]]);
  const days = ["dueDate", "validUntil"];
  expect(show(compliancePeopleReport, days, { due: "2026-05-01", expires: null })).toEqual(["01/05/2026", null]);
  expect(show(compliancePeopleReport, days, { due: null, expires: "2027-02-03" })).toEqual([null, "03/02/2027"]);
  expect(show(branchComplianceReport, ["branches"], { name: "North" })).toEqual(["North"]);
  expect(show(branchComplianceReport, ["branches"], { name: null })).toEqual([texts.text("noBranch")]);
});

test("reports of enrolments show whether an enrolment with a due date is overdue", () => {
  for (const report of [enrolmentsReport, courseUsersReport]) {
    expect(show(report, ["dueStatus"], { dueStatus: "overdue" })).toEqual(["due_overdue"]);
    expect(show(report, ["dueStatus"], { dueStatus: null })).toEqual([null]);
  }
});

test("an attempt at a test shows its result once it has one, whether its time ran out and whether it counts", () => {
  const labels = ["result", "timedOut", "countingAttempt"];
  const done = { result: "passed", isTimedOut: false, counts: true };
  expect(show(testAttemptsReport, labels, done)).toEqual(["passed_status", "no", "yes"]);
  const open = { result: null, isTimedOut: true, counts: false };
  expect(show(testAttemptsReport, labels, open)).toEqual([null, "yes", "no"]);
});

test("the analysis of a question shows rounded figures, each option, and its marks", () => {
  const labels = ["facility", "discrimination", "optionsOfGroups", "marks"];
  const row = {
    facility: 0.66666,
    discrimination: -0.125_01,
    options: [
      { text: "Bow", chosen: 5, upper: 3, lower: 1 },
      { text: "yes", chosen: 1, upper: 0, lower: 1 },
    ],
    marks: [
      { kind: "too_easy", option: null },
      { kind: "unused_option", option: "Stern" },
    ],
  };
  expect(show(itemAnalysisReport, labels, row)).toEqual([
    66.7,
    -0.13,
    `Bow: 5 (3 / 1); ${texts.term("yes")}: 1 (0 / 1)`,
    "Too easy; Nobody chooses this option: Stern",
  ]);
  const none = { facility: null, discrimination: null, options: [], marks: [] };
  expect(show(itemAnalysisReport, labels, none)).toEqual([null, null, "", ""]);
  expect(show(itemAnalysisReport, ["facility", "discrimination"], { facility: 0, discrimination: 0 })).toEqual([0, 0]);
});

test("a survey shows the share of an answer, and a certificate its last day, where there is one", () => {
  expect(show(surveyReport, ["share"], { share: 33.333 })).toEqual([33.3]);
  expect(show(surveyReport, ["share"], { share: null })).toEqual([null]);
  expect(show(userCertificatesReport, ["expiresAt"], { expiry_date: "2027-03-09" })).toEqual(["2027-03-09"]);
  expect(show(userCertificatesReport, ["expiresAt"], { expiry_date: null })).toEqual([null]);
});

test("a question of a package shows its text, and its id where the package gives no text", () => {
  const shown = (description: string | null) =>
    show(packageQuestionsReport, ["question"], { description, question: "item_7" });
  expect([shown("Which is right?"), shown(""), shown(null)]).toEqual([["Which is right?"], ["item_7"], ["item_7"]]);
});

test("a cell of the training matrix says what is done, what is to do by when, and until when it is valid", () => {
  const cell = { progress: 0, isComplete: false, due: null, expires: null };
  const describe = (more: object) => describeCell({ ...cell, state: "due", ...more } as never, texts);
  const due = texts.text("due");
  expect(describeCell(undefined, texts)).toBe("");
  expect(describe({})).toBe(due);
  expect(describe({ progress: 1 })).toBe(`${due} · 1%`);
  expect(describe({ due: "2026-05-01", progress: 40 })).toBe(`${due} · 40% · due 01/05/2026`);
  expect(describe({ expires: "2027-02-03" })).toBe(`${due} · taken again · valid until 03/02/2027`);
  const complete = { state: "compliant", isComplete: true, progress: 100, due: "2026-05-01" };
  expect(describe(complete)).toBe("Compliant");
  expect(describe({ ...complete, expires: "2027-02-03" })).toBe("Compliant · valid until 03/02/2027");
});

test("reports about everybody or one course can be scheduled, and two have the general screen", () => {
  const kinds = (chosen: typeof REPORTS) => chosen.map(({ kind }) => kind).sort();
  expect(kinds(REPORTS.filter(({ isScheduled }) => isScheduled))).toEqual([
    "compliance",
    "compliance-branches",
    "compliance-paths",
    "course-users",
    "courses",
    "everything",
    "testAttempts",
    "training-matrix",
    "training-matrix-paths",
    "users",
  ]);
  const general = kinds(REPORTS.filter(({ hasGeneralScreen }) => hasGeneralScreen));
  expect(general).toEqual(["everything", "testAttempts"]);
});
