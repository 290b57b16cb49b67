import type { Reach } from "../../access/actor.ts";
import { NotFound } from "../../errors.ts";
import { courseAccessStatement } from "./statements/course.statement.ts";

/**
 * Checks that a course is in the reach, whatever the filters; with `withDrafts` also one that is not published.
 * @throws NotFound when it is not
 */
export async function expectCourse(
  { wholeReach }: { wholeReach: Reach<"report.view" | "package.report"> },
  course: number,
  { withDrafts = false } = {},
): Promise<void> {
  const [known] = await courseAccessStatement.run(wholeReach, { course, withDrafts });
  if (!known) throw new NotFound("Course");
}
