import { toLikePattern } from "../../db/like.ts";
import { type PageOptions, toPageOptions } from "../../db/page.ts";
import { listUnits } from "./matrix.queries.ts";
import type { CourseReport } from "./reports.service.ts";
import { courseMatrixStatement, type UnitFacts } from "./statements/course-matrix.statement.ts";

/** What a learner did in one unit. */
export interface MatrixCell {
  unitId: number;
  state: "opened" | "completed";
  /** When the unit was completed, otherwise when it was opened first; ISO 8601. */
  date: string | null;
  /** 0 to 100. */
  score: number | null;
  /** How a test, a package or a submission ended, as far as it has; `waiting` for a test whose essays wait for their marks. */
  result: "passed" | "failed" | "waiting" | "submitted" | "returned" | "accepted" | null;
}

/** Returns one page of the learners of a course, with its units and what each learner did in them. */
export async function getPageOfMatrix({ reach, params }: CourseReport, { search, sort, ...page }: PageOptions) {
  const found = { ...params, search: toLikePattern(search) };
  const { limit, offset } = toPageOptions(page);
  // One after the other: they share the connection of the transaction.
  const units = await listUnits(reach, params.course);
  const total = await courseMatrixStatement.count(reach, found);
  const rows = await courseMatrixStatement.run(reach, { ...found, limit, offset }, sort);
  return {
    units,
    total,
    rows: rows.map(({ units: facts, completed, ...row }) => ({
      ...row,
      completionDate: completed?.toISOString() ?? null,
      cells: facts.map(toMatrixCell),
    })),
  };
}

export type Matrix = Awaited<ReturnType<typeof getPageOfMatrix>>;

/** Decides what a cell says from what is stored. A unit is complete as everywhere: by the date of its completion. */
export function toMatrixCell(facts: UnitFacts): MatrixCell {
  const { unit, opened, completed, score, packageScore } = facts;
  return {
    unitId: unit,
    state: completed === null ? "opened" : "completed",
    date: completed ?? opened,
    score: score ?? (packageScore === null ? null : Math.round(packageScore)),
    result: getResult(facts),
  };
}

function getResult({ completed, isRight, success, submission }: UnitFacts): MatrixCell["result"] {
  if (submission) return submission;
  // A unit with questions is complete once all of them were right; a later try does not take that back.
  if (isRight !== null) return completed === null ? (isRight ? null : "failed") : "passed";
  return success === "passed" || success === "failed" ? success : null;
}
