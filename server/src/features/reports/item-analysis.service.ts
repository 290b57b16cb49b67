import { createHash } from "node:crypto";
import type { Actor } from "../../access/actor.ts";
import { withUser } from "../../access/with-actor.ts";
import { Conflict, Forbidden, NotFound, Unauthenticated } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import type { Jobs } from "../../platform/jobs.ts";
import type { Platform } from "../../platform/platform.ts";
import { expectCourse } from "./course-access.ts";
import { type FilteredReach, openReports, type ReportFilters } from "./filters.service.ts";
import * as queries from "./item-analysis.queries.ts";
import { listMarks, listMarksWithoutKey, THRESHOLDS } from "./item-marks.ts";
import { courseTestsStatement, itemAnalysisStatement, type ItemRow } from "./statements/item-analysis.statement.ts";

declare module "../../platform/jobs.ts" {
  interface JobMap {
    "report.items": JobPayload & { asked: ItemRequest };
  }
}

/** Which test is analysed, and whose attempts. Without a unit it is the first test of the course. */
export type ItemRequest = Omit<ReportFilters, "category_id"> & {
  course_id: number;
  unit_id?: number | null | undefined;
};

/**
 * Analyses the questions of a test of a course. Only authors see which options are right. A test with many attempts is
 * analysed by a job: until it has finished, the analysis is pending, and has what it found the time before, if anything.
 * @throws NotFound for a course outside the reach or a unit that is no test of it; Forbidden; Invalid for an invalid day
 */
export async function analyseItems(actor: Actor, asked: ItemRequest) {
  const { tests, test, rows, computedAt, isPending } = await readAnalysis(actor, await openItems(actor, asked), asked);
  const isAuthor = actor.can("course.author");
  const [first] = rows;
  return {
    unit_id: test?.id ?? null,
    tests,
    is_in_attempts: test?.inAttempts ?? false,
    is_pending: isPending,
    computed_at: computedAt?.toISOString() ?? null,
    attempts: first?.attempts ?? 0,
    group_size: first?.group_size ?? 0,
    mean_score: first?.mean_score ?? null,
    mean_seconds: first?.mean_seconds ?? null,
    alpha: first?.alpha ?? null,
    alpha_attempts: first?.alpha_attempts ?? 0,
    thresholds: THRESHOLDS,
    items: rows.map(({ options, ...row }) => ({
      ...row,
      marks: isAuthor ? listMarks({ ...row, options }) : listMarksWithoutKey({ ...row, options }),
      options: options.map((option) => ({
        ...option,
        is_right: isAuthor ? option.is_right : null,
        weight: isAuthor ? option.weight : null,
      })),
    })),
  };
}

export type ItemAnalysis = Awaited<ReturnType<typeof analyseItems>>;

/**
 * Lists the figures of the questions of a test.
 * @throws Conflict while a job works them out for the first time; NotFound
 */
export async function listItems(actor: Actor, filtered: FilteredReach, asked: ItemRequest): Promise<ItemRow[]> {
  await expectCourse(filtered, asked.course_id);
  const { rows, isPending } = await readAnalysis(actor, filtered, asked);
  if (isPending && rows.length === 0)
    throw new Conflict(t`The item analysis of so many attempts is being worked out. Please try again in a minute.`);
  return rows;
}

/** Works out an analysis that was asked for, in a job. Does nothing if the person or the test was deleted, or the person lost the right, meanwhile. */
export async function refreshItems(
  platform: Platform,
  { instanceId, actorId, asked }: { instanceId: number | null; actorId: number | null; asked: ItemRequest },
): Promise<void> {
  try {
    await withUser(platform, { instanceId: instanceId!, userId: actorId! }, async (actor) => {
      await workOutItems(await openItems(actor, asked), asked);
    });
  } catch (error) {
    const isOver = error instanceof Unauthenticated || error instanceof NotFound || error instanceof Forbidden;
    if (!isOver) throw error;
  }
}

/** Works out an analysis, however long it takes, and stores it. */
export async function workOutItems(filtered: FilteredReach, asked: ItemRequest): Promise<void> {
  const { test, params } = await findTest(filtered, asked);
  if (!test) return;
  await queries.takeTime(filtered.reach);
  const figures = { ...params, unit: test.id, inAttempts: test.inAttempts };
  const rows = await itemAnalysisStatement.run(filtered.reach, figures);
  await queries.store(filtered.reach, test.id, toScope(filtered), rows);
}

/** Opens the analysis for the caller. @throws NotFound for a course outside the reach; Forbidden; Invalid */
export async function openItems(
  actor: Actor,
  { course_id, unit_id: _, ...filters }: ItemRequest,
): Promise<FilteredReach> {
  const filtered = await openReports(actor, filters);
  await expectCourse(filtered, course_id);
  return filtered;
}

async function findTest({ reach, filters }: FilteredReach, { course_id, unit_id }: ItemRequest) {
  const { categories: _, ...people } = filters;
  const params = { ...people, course: course_id };
  const tests = await courseTestsStatement.run(reach, params);
  const test = unit_id ? tests.find(({ id }) => id === unit_id) : tests[0];
  if (unit_id && !test) throw new NotFound("Unit");
  return { tests, test, params };
}

async function readAnalysis(actor: Actor, filtered: FilteredReach, asked: ItemRequest) {
  const { reach } = filtered;
  const { tests, test, params } = await findTest(filtered, asked);
  const none = { tests, test, rows: [] as ItemRow[], computedAt: null, isPending: false };
  if (!test) return none;
  if (!test.inAttempts || !(await queries.hasManyAttempts(reach, test.id))) {
    const rows = await itemAnalysisStatement.run(reach, { ...params, unit: test.id, inAttempts: test.inAttempts });
    return { ...none, rows };
  }
  const scope = toScope(filtered);
  const stored = await queries.findStored(reach, test.id, scope);
  const isPending = !stored?.is_fresh;
  if (isPending && (await queries.request(reach, test.id, scope))) await enqueue(actor.platform.jobs, filtered, asked);
  return { ...none, rows: stored?.figures ?? [], computedAt: stored?.computed_at ?? null, isPending };
}

function enqueue(jobs: Jobs, { reach }: FilteredReach, asked: ItemRequest): Promise<void> {
  const payload = { instanceId: reach.instanceId, actorId: reach.userId, asked };
  return jobs.enqueue(reach.db, "report.items", payload);
}

/** Returns a hash of whose attempts are analysed: people with the same reach and filters share an analysis. */
function toScope({ reach, filters }: FilteredReach): string {
  const { categories: _, ...people } = filters;
  const sorted = (ids: readonly number[] | null) => ids?.toSorted((a, b) => a - b) ?? null;
  const whose = [sorted(reach.branchIds), sorted(reach.ledGroupIds), { ...people, groups: sorted(people.groups) }];
  return createHash("sha256").update(JSON.stringify(whose)).digest("base64url");
}
