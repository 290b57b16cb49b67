import type { Actor } from "../../access/actor.ts";
import { toLikePattern } from "../../db/like.ts";
import { type PageOptions, toPageOptions } from "../../db/page.ts";
import { Invalid } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import { COMPLIANCE_STATES } from "./compliance-state.ts";
import { type FilteredReach, openReports, type ReportFilters } from "./filters.service.ts";
import { expectCourse, expectPath } from "./course-access.ts";
import { toPeopleSearch } from "./people-search.ts";
import {
  branchComplianceStatement,
  complianceHistoryStatement,
  complianceTotalsStatement,
  courseComplianceStatement,
  pathComplianceStatement,
} from "./statements/compliance.statement.ts";
import { compliancePeopleStatement } from "./statements/compliance-people.statement.ts";
import { pathMatrixStatement, trainingMatrixStatement } from "./statements/training-matrix.statement.ts";

/** A table that a person reads has no more columns. */
export const MOST_COURSES = 500;
const MONTHS = 12;

/** What compliance is about, besides the people: a course, or a learning path. */
export interface Subject {
  course_id?: number | null | undefined;
  path_id?: number | null | undefined;
}

/** Compliance that is open for the caller. */
export interface OpenCompliance extends FilteredReach {
  /** Both null for all courses. */
  subject: { course: number | null; path: number | null; name: string | null };
}

/**
 * Opens compliance for the caller: totals, courses, paths, branches, people and months are read when they are requested.
 * @throws NotFound for a course or path outside the reach; Invalid for both
 */
export async function openCompliance(actor: Actor, { course_id, path_id, ...filters }: ReportFilters & Subject) {
  const filtered = await openReports(actor, filters);
  return { ...filtered, subject: await openSubject(filtered, { course_id, path_id }) };
}

/** Checks what compliance is about, and finds its name. @throws NotFound; Invalid for a course and a path at once */
export async function openSubject(
  filtered: FilteredReach,
  { course_id, path_id }: Subject,
): Promise<OpenCompliance["subject"]> {
  if (course_id != null && path_id != null) throw new Invalid({ path_id: [t`Choose a course or a learning path.`] });
  if (course_id != null) {
    const name = await expectCourse(filtered, course_id);
    return { course: course_id, path: null, name };
  }
  if (path_id == null) return { course: null, path: null, name: null };
  return { course: null, path: path_id, name: await expectPath(filtered, path_id) };
}

/** Opens the training matrix for the caller. */
export function openMatrix(actor: Actor, filters: ReportFilters): Promise<FilteredReach> {
  return openReports(actor, filters);
}

/** Counts the enrolments, or the assignments of a path, by state. */
export async function countCompliance({ reach, filters, subject: { course, path } }: OpenCompliance) {
  return (await complianceTotalsStatement.run(reach, { ...filters, course, path }))[0]!;
}

/** Returns one page of the people of the course or path with the state of each. @throws Invalid for an unknown state, or without a course or path */
export async function getPageOfCompliancePeople(
  { reach, filters, subject: { course, path } }: OpenCompliance,
  options: MatrixOptions,
) {
  if (course === null && path === null) throw new Invalid({ course_id: [t`Choose a course or a learning path.`] });
  const params = { ...filters, course, path, search: toLikePattern(options.search), state: toState(options.state) };
  const total = await compliancePeopleStatement.count(reach, params);
  return {
    total,
    rows: await compliancePeopleStatement.run(reach, { ...params, ...toPage(options) }, options.sort),
  };
}

export type CompliancePeople = Awaited<ReturnType<typeof getPageOfCompliancePeople>>;

/** Returns one page of the learning paths with their counts. */
export async function getPageOfPaths({ reach, filters }: FilteredReach, options: PageOptions) {
  const params = { ...filters, ofPaths: true as const, search: toLikePattern(options.search) };
  const total = await pathComplianceStatement.count(reach, params);
  return {
    total,
    rows: await pathComplianceStatement.run(reach, { ...params, ...toPage(options) }, options.sort),
  };
}

export type PathCompliance = Awaited<ReturnType<typeof getPageOfPaths>>;

/** Returns one page of the courses with their counts. */
export async function getPageOfCourses({ reach, filters }: FilteredReach, options: PageOptions) {
  const params = { ...filters, search: toLikePattern(options.search) };
  const total = await courseComplianceStatement.count(reach, params);
  return {
    total,
    rows: await courseComplianceStatement.run(reach, { ...params, ...toPage(options) }, options.sort),
  };
}

/** Returns one page of the branches with their counts; the last row is of people without a branch. */
export async function getPageOfBranches(
  { reach, filters, subject: { course, path } }: OpenCompliance,
  options: PageOptions,
) {
  const params = { ...filters, course, path, search: toLikePattern(options.search) };
  const total = await branchComplianceStatement.count(reach, params);
  return {
    total,
    rows: await branchComplianceStatement.run(reach, { ...params, ...toPage(options) }, options.sort),
  };
}

export type BranchCompliance = Awaited<ReturnType<typeof getPageOfBranches>>;
export type CourseCompliance = Awaited<ReturnType<typeof getPageOfCourses>>;

/** Lists the counts at the end of the last twelve months, and of today. */
export function listMonths({ reach, filters, subject: { course, path } }: OpenCompliance) {
  return complianceHistoryStatement.run(reach, { ...filters, course, path, months: MONTHS });
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
export async function getPageOfTraining({ reach, filters }: FilteredReach, options: MatrixOptions) {
  const params = { ...filters, ...toPeopleSearch(options.search), state: toState(options.state) };
  const total = await trainingMatrixStatement.count(reach, params);
  return {
    total,
    rows: await trainingMatrixStatement.run(reach, { ...params, ...toPage(options) }, options.sort),
  };
}

/** Lists the learning paths of the matrix, by title: those that anybody of the reach is assigned to. */
export function listMatrixPaths({ reach, filters }: FilteredReach) {
  return pathComplianceStatement.run(reach, { ...filters, ofPaths: true, search: null, limit: MOST_COURSES });
}

/** Returns one page of people with the state of each of their learning paths. @throws Invalid for an unknown state */
export async function getPageOfPathTraining({ reach, filters }: FilteredReach, options: MatrixOptions) {
  const params = {
    ...filters,
    ofPaths: true as const,
    ...toPeopleSearch(options.search),
    state: toState(options.state),
  };
  const total = await pathMatrixStatement.count(reach, params);
  return { total, rows: await pathMatrixStatement.run(reach, { ...params, ...toPage(options) }, options.sort) };
}

export type PathTrainingPage = Awaited<ReturnType<typeof getPageOfPathTraining>>;
export type TrainingPage = Awaited<ReturnType<typeof getPageOfTraining>>;

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
