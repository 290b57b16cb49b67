import type { Reach } from "../../access/actor.ts";
import { NotFound } from "../../errors.ts";
import { pathAccessStatement } from "./statements/compliance.statement.ts";
import { courseAccessStatement } from "./statements/course.statement.ts";

/**
 * Checks that a course is in the reach, whatever the filters; with `withDrafts` also one that is not published.
 * @returns its title
 * @throws NotFound when it is not
 */
export async function expectCourse(
  { wholeReach }: { wholeReach: Reach<"report.view" | "package.report"> },
  course: number,
  { withDrafts = false } = {},
): Promise<string> {
  const [known] = await courseAccessStatement.run(wholeReach, { course, withDrafts });
  if (!known) throw new NotFound("Course");
  return known.title;
}

/**
 * Checks that a learning path is in the reach: one of its people is assigned, whatever the filters. Without a limit to branches, any
 * path is.
 * @returns its title
 * @throws NotFound when it is not
 */
export async function expectPath({ wholeReach }: { wholeReach: Reach<"report.view"> }, path: number): Promise<string> {
  const [known] = await pathAccessStatement.run(wholeReach, { path });
  if (!known) throw new NotFound("Learning path");
  return known.title;
}
