import type { Actor, Reach } from "../../../access/actor.ts";
import { NotFound } from "../../../errors.ts";
import { isOfReach } from "../../activity/activity.service.ts";
import { expectCourse } from "../course-access.ts";
import { filterReach } from "../filters.service.ts";
import type { TableRequest } from "../request.ts";

/**
 * Opens a report about one course: returns the reach and the values of its statements.
 * @throws NotFound for a course outside the reach
 */
export async function openCourse(actor: Actor, request: TableRequest, whole: Reach<"report.view">) {
  const filtered = await filterReach(actor, whole, request);
  const { course_id: course } = request;
  if (!course) throw new NotFound("Course");
  await expectCourse(filtered, course);
  const { categories: _, ...filters } = filtered.filters;
  return { reach: filtered.reach, params: { ...filters, course } };
}

/** Returns the user that a report is about. @throws NotFound for a user outside the reach */
export async function getSubject(reach: Reach<"report.view">, { user_id: user }: TableRequest): Promise<number> {
  if (!user || !(await isOfReach(reach, user))) throw new NotFound("User");
  return user;
}

/** Returns whether a row has the searched text, for lists that are in memory. */
export function matches({ search }: TableRequest, text: string): boolean {
  return text.toLocaleLowerCase().includes(search?.trim().toLocaleLowerCase() ?? "");
}

interface Completed {
  title: string;
  /** dd/mm/yyyy */
  completed_date: string | null;
  /** yyyy-mm-dd */
  expiry_date: string | null;
}

/** The sort orders of lists of completed courses. */
export const sortsOfCertificates = {
  title: (course: Completed) => course.title,
  issued: ({ completed_date }: Completed) => completed_date?.split("/").toReversed().join("-") ?? "",
  expires: ({ expiry_date }: Completed) => expiry_date ?? "",
};

interface QuestionFigures {
  unit: string;
  type: string | null;
  answered: number;
  correct: number;
  tries: number;
}

/** The sort orders of lists of questions: that of the correct answers is by their share. */
export const sortsOfQuestions = {
  unit: (row: QuestionFigures) => row.unit,
  type: (row: QuestionFigures) => row.type ?? "",
  answered: (row: QuestionFigures) => row.answered,
  correct: (row: QuestionFigures) => (row.answered === 0 ? -1 : row.correct / row.answered),
  tries: (row: QuestionFigures) => row.tries,
};
