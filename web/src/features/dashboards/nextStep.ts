export type PathCourse = {
  id: number;
  title: string;
  is_complete: boolean;
  unitsCompleted: number;
  totalUnits: number;
  due_on?: string | null;
  due_status?: string | null;
};

/** The best next step of a learner. */
export type NextStep =
  | { kind: "due"; course: PathCourse; isOverdue: boolean }
  | { kind: "finish"; course: PathCourse; unitsLeft: number }
  | { kind: "start"; course: PathCourse }
  | { kind: "choose" }
  | { kind: "rest" }
  | { kind: "wait" };

/**
 * Chooses the next step: a course that is overdue or due within a week, the first due first; else finish the course nearest its end, else start the latest enrolment, else choose a course (or,
 * without any, rest after the last course or wait for the first). `courses` starts with the latest enrolment.
 */
export function nextStep(courses: PathCourse[], hasAvailable: boolean): NextStep {
  const open = courses.filter((course) => !course.is_complete);
  const due = open
    .filter(({ due_status }) => due_status === "overdue" || due_status === "due_soon")
    .toSorted((a, b) => (a.due_on ?? "").localeCompare(b.due_on ?? ""));
  if (due[0]) return { kind: "due", course: due[0], isOverdue: due[0].due_status === "overdue" };
  const begun = open
    .map((course) => ({ course, unitsLeft: course.totalUnits - course.unitsCompleted }))
    .filter(({ course, unitsLeft }) => course.unitsCompleted > 0 && unitsLeft > 0)
    .toSorted((a, b) => a.unitsLeft - b.unitsLeft);
  if (begun[0]) return { kind: "finish", ...begun[0] };
  if (open[0]) return { kind: "start", course: open[0] };
  if (courses.length > 0) return { kind: "rest" };
  return { kind: hasAvailable ? "choose" : "wait" };
}
