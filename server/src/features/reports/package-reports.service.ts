import type { Actor } from "../../access/actor.ts";
import { toLikePattern } from "../../db/like.ts";
import { toPageOptions, type PageOptions } from "../../db/page.ts";
import { expectCourse } from "./course-access.ts";
import { filterReach, type ReportFilters } from "./filters.service.ts";
import { packageQuestionsStatement } from "./statements/package-questions.statement.ts";
import { packageResultsStatement } from "./statements/package-results.statement.ts";

const MAX_QUESTIONS = 1_000;

/**
 * Returns one page of what the packages of a course have reported of its people, with the number of rows.
 * @throws NotFound for a course, a branch or a group outside the reach; Invalid for an invalid day
 */
export async function getPageOfPackageResults(
  actor: Actor,
  courseId: number,
  { search, sort, limit, offset, ...filters }: ReportFilters & PageOptions,
) {
  const { reach, params } = await openPackageReport(actor, courseId, filters);
  const all = { ...params, search: toLikePattern(search) };
  return {
    rows: await packageResultsStatement.run(reach, { ...all, ...toPageOptions({ limit, offset }) }, sort),
    total: await packageResultsStatement.count(reach, all),
  };
}

/** Lists the questions that the packages of a course have asked, with how its people answered. @throws NotFound, Invalid */
export async function listPackageQuestions(actor: Actor, courseId: number, filters: ReportFilters) {
  const { reach, params } = await openPackageReport(actor, courseId, filters);
  return packageQuestionsStatement.run(reach, { ...params, search: null, limit: MAX_QUESTIONS });
}

/**
 * Opens the reports about the packages of a course. Authors of courses may read them too, also of drafts.
 * @throws NotFound, Invalid
 */
export async function openPackageReport(actor: Actor, course: number, filters: ReportFilters) {
  const filtered = await filterReach(actor, await actor.reach("package.report", filters.branchUrl), filters);
  await expectCourse(filtered, course, { withDrafts: true });
  return { reach: filtered.reach, params: { ...toCourseFilters(filtered.filters), course } };
}

/** Removes the filter by categories, which reports about one course do not have. */
const toCourseFilters = <F extends { categories: unknown }>({ categories: _, ...filters }: F) => filters;
