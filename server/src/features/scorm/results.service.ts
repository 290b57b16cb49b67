import type { Actor } from "../../access/actor.ts";
import { onePage, type PageOptions } from "../../db/page.ts";
import { NotFound } from "../../errors.ts";
import * as queries from "./results.queries.ts";

const MOST_CALLS = 10_000;

interface OfCourse {
  courseId: number;
  branchUrl?: string | null | undefined;
}

/** What the packages of a course have reported of its people. @throws NotFound for a course outside the reach */
export async function pageOfResults(actor: Actor, { courseId, branchUrl, ...options }: PageOptions & OfCourse) {
  const reach = await actor.reach("package.report", branchUrl);
  if (!(await queries.courseExists(reach, courseId))) throw new NotFound("Course");
  return queries.pageOfResults(reach, courseId, onePage(options));
}

/** All of it, some hundreds at a time, and how much there is. @throws NotFound */
export async function allResults(actor: Actor, asked: Pick<PageOptions, "search" | "sort"> & OfCourse) {
  const reach = await actor.reach("package.report", asked.branchUrl);
  if (!(await queries.courseExists(reach, asked.courseId))) throw new NotFound("Course");
  return queries.resultsInBatches(reach, asked.courseId, { search: asked.search, sort: asked.sort });
}

/** The questions that the packages of a course have asked, with how they were answered. @throws NotFound */
export async function listQuestions(actor: Actor, courseId: number, branchUrl?: string | null) {
  const reach = await actor.reach("package.report", branchUrl);
  if (!(await queries.courseExists(reach, courseId))) throw new NotFound("Course");
  return queries.listQuestions(reach, courseId);
}

/** All of them that a search finds, some hundreds at a time, and how many there are. @throws NotFound */
export async function allQuestions(actor: Actor, asked: Pick<PageOptions, "search"> & OfCourse) {
  const reach = await actor.reach("package.report", asked.branchUrl);
  if (!(await queries.courseExists(reach, asked.courseId))) throw new NotFound("Course");
  return queries.questionsInBatches(reach, asked.courseId, asked.search);
}

export interface Interaction {
  id: string;
  type: string | null;
  description: string | null;
  response: string | null;
  result: string | null;
  latency: string | null;
}

/** One person's attempts in a unit, each with its questions and what its content has called. @throws NotFound when there are none */
export async function listAttempts(
  actor: Actor,
  { unitId, userId }: { unitId: number; userId: number },
  branchUrl?: string | null,
) {
  const reach = await actor.reach("package.report", branchUrl);
  const attempts = await queries.listAttempts(reach, unitId, userId);
  if (attempts.length === 0) throw new NotFound("Attempt");
  return attempts.map(({ cmi, ...attempt }) => ({
    ...attempt,
    location: cmi["cmi.core.lesson_location"] ?? cmi["cmi.location"] ?? null,
    interactions: interactionsOf(cmi),
    calls: () => queries.listCalls(reach, attempt.id, MOST_CALLS),
  }));
}

/** The questions among the elements of an attempt, in their order. */
function interactionsOf(cmi: Record<string, string>): Interaction[] {
  const count = Object.keys(cmi).reduce((most, key) => {
    const index = /^cmi\.interactions\.(\d+)\./.exec(key);
    return index ? Math.max(most, Number(index[1]) + 1) : most;
  }, 0);
  return Array.from({ length: count }, (_, index) => {
    const field = (name: string) => cmi[`cmi.interactions.${index}.${name}`] ?? null;
    return {
      id: field("id") ?? String(index),
      type: field("type"),
      description: field("description"),
      response: field("student_response") ?? field("learner_response"),
      result: field("result"),
      latency: field("latency"),
    };
  });
}

export type ReportedAttempt = Awaited<ReturnType<typeof listAttempts>>[number];
