import type { Actor } from "../../access/actor.ts";
import { containing } from "../../db/like.ts";
import { onePage, type PageOptions } from "../../db/page.ts";
import { expectCourse } from "./course-reports.ts";
import { narrowReach, type Narrowing } from "./narrowing.service.ts";
import { packageQuestions, packageResults } from "./package-reports.ts";

const MOST_QUESTIONS = 1_000;

/**
 * One page of what the packages of a course have reported of its people, with how much there is in all.
 * @throws NotFound for a course, a branch or a group outside the reach; Invalid for a day that is none
 */
export async function pageOfPackageResults(
  actor: Actor,
  courseId: number,
  { search, sort, limit, offset, ...narrowing }: Narrowing & PageOptions,
) {
  const { reach, params, said } = await narrowCourse(actor, courseId, narrowing);
  const pattern = containing(search);
  const all = { ...params, search: pattern };
  const sought = pattern === null ? said : [...said, "searched"];
  const page = { ...all, ...onePage({ limit, offset }) };
  return {
    rows: await packageResults(reach, page, [...sought, "sorted", `by ${sort ?? "name"}`]),
    total: await packageResults.count(reach, all, sought),
  };
}

/** The questions that the packages of a course have asked, with how its people answered. @throws NotFound, Invalid */
export async function listPackageQuestions(actor: Actor, courseId: number, narrowing: Narrowing) {
  const { reach, params, said } = await narrowCourse(actor, courseId, narrowing);
  return packageQuestions(reach, { ...params, limit: MOST_QUESTIONS }, said);
}

/** Those who write courses read of their packages too: theirs need not be published. */
async function narrowCourse(actor: Actor, course: number, narrowing: Narrowing) {
  const narrowed = await narrowReach(actor, await actor.reach("package.report", narrowing.branchUrl), narrowing);
  await expectCourse(narrowed, course, "unpublished");
  return { ...narrowed, params: { ...narrowed.params, course } };
}
