import type { Actor } from "../../access/actor.ts";
import { NotFound } from "../../errors.ts";
import { expectCourse } from "./course-access.ts";
import { type FilteredReach, openReports, type ReportFilters } from "./filters.service.ts";
import { listMarks, THRESHOLDS } from "./item-marks.ts";
import { courseTestsStatement, itemAnalysisStatement, type ItemRow } from "./statements/item-analysis.statement.ts";

/**
 * Analyses the questions of a test of a course: of the first one if none is named. Only authors see which options are right.
 * @throws NotFound for a course outside the reach or a unit that is no test of it; Forbidden; Invalid for an invalid day
 */
export async function analyseItems(
  actor: Actor,
  { course_id: course, unit_id: unit, ...asked }: ReportFilters & { course_id: number; unit_id?: number | null },
) {
  const filtered = await openReports(actor, asked);
  await expectCourse(filtered, course);
  const { tests, test, rows } = await readItems(filtered, course, unit);
  const isAuthor = actor.can("course.author");
  const [first] = rows;
  return {
    unit_id: test?.id ?? null,
    tests,
    is_in_attempts: test?.inAttempts ?? false,
    attempts: first?.attempts ?? 0,
    group_size: first?.group_size ?? 0,
    mean_score: first?.mean_score ?? null,
    mean_seconds: first?.mean_seconds ?? null,
    alpha: first?.alpha ?? null,
    alpha_attempts: first?.alpha_attempts ?? 0,
    thresholds: THRESHOLDS,
    items: rows.map(({ options, ...row }) => ({
      ...row,
      marks: listMarks({ ...row, options }),
      options: options.map((option) => ({ ...option, is_right: isAuthor ? option.is_right : null })),
    })),
  };
}

export type ItemAnalysis = Awaited<ReturnType<typeof analyseItems>>;

/**
 * Reads the figures of one test of a course; without any if the course has no test.
 * @throws NotFound for a unit that is no test of the course
 */
export async function readItems({ reach, filters }: FilteredReach, course: number, unit?: number | null) {
  const { categories: _, ...people } = filters;
  const params = { ...people, course };
  const tests = await courseTestsStatement.run(reach, params);
  const test = unit ? tests.find(({ id }) => id === unit) : tests[0];
  if (unit && !test) throw new NotFound("Unit");
  const rows: ItemRow[] = test
    ? await itemAnalysisStatement.run(reach, { ...params, unit: test.id, inAttempts: test.inAttempts })
    : [];
  return { tests, test, rows };
}
