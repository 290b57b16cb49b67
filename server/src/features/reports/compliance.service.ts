import type { Actor } from "../../access/actor.ts";
import { toLikePattern } from "../../db/like.ts";
import { type PageOptions, toPageOptions } from "../../db/page.ts";
import { Invalid } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { COMPLIANCE_STATES } from "./compliance-state.ts";
import { type FilteredReach, openReports, type ReportFilters } from "./filters.service.ts";
import { toPeopleSearch } from "./people-search.ts";
import {
  branchComplianceStatement,
  complianceHistoryStatement,
  complianceTotalsStatement,
  courseComplianceStatement,
} from "./statements/compliance.statement.ts";
import { trainingMatrixStatement } from "./statements/training-matrix.statement.ts";

/** A table that a person reads has no more columns. */
export const MOST_COURSES = 500;
const MONTHS = 12;

/** Opens compliance for the caller: totals, courses, branches and months are read when they are requested. */
export function openCompliance(actor: Actor, filters: ReportFilters): Promise<FilteredReach> {
  return openReports(actor, filters);
}

/** Counts the enrolments of the reach by state. */
export async function countCompliance({ reach, filters }: FilteredReach) {
  return (await complianceTotalsStatement.run(reach, filters))[0]!;
}

/** Returns one page of the courses with their counts. */
export async function pageOfCourses({ reach, filters }: FilteredReach, options: PageOptions) {
  const params = { ...filters, search: toLikePattern(options.search) };
  const total = await courseComplianceStatement.count(reach, params);
  return {
    total,
    rows: await courseComplianceStatement.run(reach, { ...params, ...toPage(options) }, options.sort),
  };
}

/** Returns one page of the branches with their counts; the last row is of people without a branch. */
export async function pageOfBranches({ reach, filters }: FilteredReach, options: PageOptions) {
  const params = { ...filters, search: toLikePattern(options.search) };
  const total = await branchComplianceStatement.count(reach, params);
  return {
    total,
    rows: await branchComplianceStatement.run(reach, { ...params, ...toPage(options) }, options.sort),
  };
}

export type BranchCompliance = Awaited<ReturnType<typeof pageOfBranches>>;
export type CourseCompliance = Awaited<ReturnType<typeof pageOfCourses>>;

/** Lists the counts at the end of the last twelve months, and of today. */
export function listMonths({ reach, filters }: FilteredReach) {
  return complianceHistoryStatement.run(reach, { ...filters, months: MONTHS });
}

export interface MatrixOptions extends PageOptions {
  /** Only people with a course in this state. */
  state?: string | null | undefined;
}

/** Lists the courses of the matrix, by title: those that anybody of the reach is enrolled in. */
export function listMatrixCourses({ reach, filters }: FilteredReach) {
  return courseComplianceStatement.run(reach, { ...filters, search: null, limit: MOST_COURSES });
}

/** Returns one page of people with the state of each of their courses. @throws Invalid for an unknown state */
export async function pageOfTraining({ reach, filters }: FilteredReach, options: MatrixOptions) {
  const params = { ...filters, ...toPeopleSearch(options.search), state: toState(options.state) };
  const total = await trainingMatrixStatement.count(reach, params);
  return {
    total,
    rows: await trainingMatrixStatement.run(reach, { ...params, ...toPage(options) }, options.sort),
  };
}

export type TrainingPage = Awaited<ReturnType<typeof pageOfTraining>>;

function toPage(options: PageOptions) {
  const { limit, offset } = toPageOptions(options);
  return { limit, offset };
}

/** Checks a filter by state; null for none. @throws Invalid */
export function toState(state: string | null | undefined): string | null {
  if (!state) return null;
  if (!(COMPLIANCE_STATES as readonly string[]).includes(state))
    throw new Invalid({ state: [t`The states are: ${COMPLIANCE_STATES.join(", ")}.`] });
  return state;
}
