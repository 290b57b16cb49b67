import * as z from "zod";
import type { Actor } from "../../access/actor.ts";
import { containing } from "../../db/like.ts";
import { NotFound } from "../../errors.ts";
import { activityOf, countActivity, isOfReach } from "../activity/activity.service.ts";
import { listCompletedCourses } from "../certificates/certificates.service.ts";
import { allCertified } from "../certificates/certified.service.ts";
import type { Cell, Rows } from "./cells.ts";
import { allCoursesPage, courseQuestions, expectCourse } from "./course-reports.ts";
import { hoursMinutesSeconds } from "./duration.ts";
import { type Narrowed } from "./narrowing.service.ts";
import { packageQuestions, packageResults } from "./package-reports.ts";
import { peopleSearch } from "./people-search.ts";
import type { Words } from "./report-words.ts";
import { allUsers, everything } from "./user-reports.ts";
import { minuteIn } from "./weeks.ts";

/** Every table of the reports that can be taken away. */
export const TABLES = [
  "users",
  "courses",
  "course-users",
  "course-questions",
  "user-courses",
  "user-certificates",
  "user-activity",
  "certified",
  "package-results",
  "package-questions",
  "everything",
] as const;

const id = z
  .int()
  .min(1)
  .max(2 ** 31 - 1);

/** Which table, narrowed, searched and sorted as on the screen. */
export const tableRequest = z.strictObject({
  kind: z.enum(TABLES),
  course_id: id.nullish(),
  user_id: id.nullish(),
  branchUrl: z.string().max(100).nullish(),
  branchUrls: z.array(z.string().max(100)).max(500).nullish(),
  group_ids: z.array(id).max(500).nullish(),
  category_id: id.nullish(),
  from: z.string().max(10).nullish(),
  to: z.string().max(10).nullish(),
  search: z.string().max(200).nullish(),
  sort: z.string().max(40).nullish(),
  /** Of certificates. */
  state: z.string().max(20).nullish(),
  /** Of the activity of a person: one kind of entry. */
  event: z.string().max(40).nullish(),
  language: z.enum(["en", "fr", "es"]).nullish(),
});
export type TableRequest = z.infer<typeof tableRequest>;

/** What a statement is told. */
type Told = Omit<Narrowed, "whole">;

interface Asked extends Narrowed {
  actor: Actor;
  request: TableRequest;
}

/** A table in one language; its rows are read when they are asked for, in the transaction of the reach. */
export interface Table {
  header: string[];
  rows: Rows;
  count: () => Promise<number>;
}

/** Opens a table. @throws NotFound for a course or a person outside the reach */
export async function openTable(asked: Asked, words: Words): Promise<Table> {
  const { request, reach } = asked;
  switch (request.kind) {
    case "users": {
      const { params, said } = peopleSearch(request.search);
      const all = withSearch(asked, "", "name");
      return fromReport(
        allUsers,
        { reach, params: { ...all.params, ...params }, said: [...all.said, ...said] },
        words,
        USERS,
      );
    }
    case "courses": {
      const { params, said } = withSearch(asked, "searched", "title");
      const [page] = await allCoursesPage(reach, params, said);
      return fromList(page!.rows, words, COURSES);
    }
    case "course-users": {
      const course = await knownCourseId(asked);
      const search = withSearch(asked, "searchedpeople", "name");
      return fromReport(everything, also(search, { course }, "ofcourse"), words, COURSE_USERS);
    }
    case "course-questions": {
      const course = await knownCourseId(asked);
      const all = await courseQuestions(reach, { ...asked.params, course }, asked.said);
      return fromList(all.filter(matching(request, ({ question, unit }) => `${question} ${unit}`)), words, QUESTIONS);
    }
    case "user-courses": {
      const person = await knownPersonId(asked);
      const search = withSearch(asked, "searchedcourses", "title");
      return fromReport(everything, also(search, { person }, "ofperson"), words, USER_COURSES);
    }
    case "user-certificates": {
      const userId = await knownPersonId(asked);
      const { branchUrl, from, to } = request;
      const all = await listCompletedCourses(asked.actor, { userId, branchUrl: branchUrl ?? null, from, to });
      return fromList(all.filter(matching(request, ({ title }) => title)), words, CERTIFICATES);
    }
    case "user-activity": {
      const userId = await knownPersonId(asked);
      const filter = { from: request.from, to: request.to, kind: request.event, language: request.language };
      return {
        ...fromBatches(
          activityOf(asked.actor, reach, userId, filter),
          words,
          activityColumns(asked.actor.instance.timeZone),
        ),
        count: () => countActivity(asked.actor, reach, userId, filter),
      };
    }
    case "certified": {
      const courseId = request.course_id ? await knownCourseId(asked) : null;
      const { batches, count } = await allCertified(asked.actor, { ...request, courseId });
      return { ...fromBatches(batches, words, CERTIFIED), count };
    }
    case "package-results": {
      const course = await knownCourseId(asked);
      const search = withSearch(asked, "searched", "name");
      return fromReport(packageResults, also(search, { course }, "sorted"), words, PACKAGE_RESULTS);
    }
    case "package-questions": {
      const course = await knownCourseId(asked);
      const { reach, params, said } = withSearch(asked, "searched", "");
      return fromReport(packageQuestions, { reach, params: { ...params, course }, said }, words, PACKAGE_QUESTIONS);
    }
    case "everything":
      return fromReport(everything, withSearch(asked, "searchedpeople", ""), words, EVERYTHING);
  }
}

/** Whether a row of a list that is here in full is one that the search is for. */
function matching<Row>({ search }: TableRequest, text: (row: Row) => string) {
  const sought = search?.trim().toLocaleLowerCase() ?? "";
  return (row: Row) => text(row).toLocaleLowerCase().includes(sought);
}

async function knownCourseId(asked: Asked): Promise<number> {
  const { course_id: courseId } = asked.request;
  if (!courseId) throw new NotFound("Course");
  await expectCourse(asked, courseId);
  return courseId;
}

async function knownPersonId({ reach, request }: Asked): Promise<number> {
  if (!request.user_id || !(await isOfReach(reach, request.user_id))) throw new NotFound("User");
  return request.user_id;
}

/** The whole of a report as it is searched and sorted on the screen. */
function withSearch({ reach, params, said, request }: Asked, searched: string, usual: string): Told {
  const search = containing(request.search);
  return {
    reach,
    params: { ...params, search, limit: null, offset: 0 },
    said: [...said, ...(search === null ? [] : [searched]), `by ${request.sort ?? usual}`],
  };
}

const also = ({ reach, params, said }: Told, more: Record<string, unknown>, condition: string): Told => ({
  reach,
  params: { ...params, ...more },
  said: [...said, condition],
});

type Columns<Row> = Partial<Record<keyof Words, (row: Row, words: Words) => Cell>>;

interface Report<Row> {
  inBatches: (...of: [Told["reach"], Told["params"], Told["said"]]) => AsyncIterable<Row[]>;
  count: (...of: [Told["reach"], Told["params"], Told["said"]]) => Promise<number>;
}

function fromReport<Row>(
  report: Report<Row>,
  { reach, params, said }: Told,
  words: Words,
  columns: Columns<Row>,
): Table {
  const table = fromBatches(report.inBatches(reach, params, said), words, columns);
  return { ...table, count: () => report.count(reach, params, said) };
}

function fromList<Row>(list: Row[], words: Words, columns: Columns<Row>): Table {
  return { ...fromBatches([list], words, columns), count: async () => list.length };
}

function fromBatches<Row>(batches: AsyncIterable<Row[]> | Row[][], words: Words, columns: Columns<Row>) {
  async function* rows() {
    for await (const batch of batches) yield cellsOf(batch, words, columns);
  }
  return { header: headerOf(words, columns), rows: rows() };
}

const headerOf = <Row>(words: Words, columns: Columns<Row>) =>
  Object.keys(columns).map((name) => words[name as keyof Words]);

const cellsOf = <Row>(rows: Row[], words: Words, columns: Columns<Row>) => {
  const cells = Object.values(columns) as ((row: Row, words: Words) => Cell)[];
  return rows.map((row) => cells.map((cell) => cell(row, words)));
};

type RowOf<T extends (...args: never[]) => Promise<unknown[]>> = Awaited<ReturnType<T>>[number];
type Whole = RowOf<typeof everything>;
type BatchedBy<T extends (...args: never[]) => Promise<{ batches: AsyncIterable<unknown[]> }>> =
  Awaited<ReturnType<T>>["batches"] extends AsyncIterable<(infer Row)[]> ? Row : never;

const USERS: Columns<RowOf<typeof allUsers>> = {
  name: (user) => user.name,
  email: (user) => user.email,
  completed: (user) => user.completedCourses,
  inProgress: (user) => user.coursesInProgress,
  notStarted: (user) => user.coursesNotStarted,
};

const COURSES: Columns<RowOf<typeof allCoursesPage>["rows"][number]> = {
  title: (course) => course.title,
  category: (course) => course.category,
  assignedLearners: (course) => course.assignedLearners,
  completedLearners: (course) => course.completedLearners,
  inProgress: (course) => course.learnersInProgress,
  notStarted: (course) => course.learnersNotStarted,
  trainingTime: (course) => hoursMinutesSeconds(course.seconds),
};

const statusOf = (row: Whole, words: Words) => words[`${row.status}_status`];
const roleOf = (row: Whole, words: Words) => words[row.role as "learner"] ?? row.role;
const timeOf = (row: Whole) => hoursMinutesSeconds(row.seconds);

const COURSE_USERS: Columns<Whole> = {
  status: statusOf,
  name: (row) => row.name,
  email: (row) => row.email,
  role: roleOf,
  progress: (row) => row.progress,
  assignedDate: (row) => row.assigned,
  completionDate: (row) => row.completed,
  timeSpent: timeOf,
};

const USER_COURSES: Columns<Whole> = {
  status: statusOf,
  courseName: (row) => row.course,
  progress: (row) => row.progress,
  unitsCompleted: (row) => row.unitsCompleted,
  totalUnits: (row) => row.totalUnits,
  timeSpent: timeOf,
};

const EVERYTHING: Columns<Whole> = {
  name: (row) => row.name,
  email: (row) => row.email,
  role: roleOf,
  branches: (row) => row.branches,
  course: (row) => row.course,
  category: (row) => row.category,
  status: statusOf,
  progress: (row) => row.progress,
  unitsCompleted: (row) => row.unitsCompleted,
  totalUnits: (row) => row.totalUnits,
  assignedDate: (row) => row.assigned,
  startedDate: (row) => row.started,
  completionDate: (row) => row.completed,
  score: (row) => row.score,
  timeSpent: timeOf,
  seconds: (row) => row.seconds,
};

const QUESTIONS: Columns<RowOf<typeof courseQuestions>> = {
  unit: (question) => question.unit,
  question: (question) => question.question,
  type: (question) => question.type,
  answered: (question) => question.answered,
  correct: (question) => question.correct,
  tries: (question) => question.tries,
  answers: ({ options }) => options.map(({ text, people }) => `${text}: ${people}`).join("; "),
};

/** With the minute, by the clock of the instance: days alone would not say in which order things happened. */
const activityColumns = (timeZone: string): Columns<{ message: string; at: Date }> => ({
  when: ({ at }) => minuteIn(timeZone, at),
  what: ({ message }) => message,
});

/** A day as the tables on the screen write it. */
const dayWritten = (day: string) => day.split("-").toReversed().join("/");

const CERTIFIED: Columns<BatchedBy<typeof allCertified>> = {
  name: (row) => row.user_name,
  email: (row) => row.email,
  course: (row) => row.course_title,
  completed: (row) => dayWritten(row.completed_on),
  expiresAt: (row) => dayWritten(row.expires_on),
  status: (row, words) => words[`${row.state}_status`],
  reason: (row) => row.revoke_reason,
};

const PACKAGE_RESULTS: Columns<RowOf<typeof packageResults>> = {
  name: (row) => row.name,
  unit: (row) => row.unit,
  status: (row, words) => words[standingOf(row)],
  score: (row) => row.score,
  packageTime: (row) => hoursMinutesSeconds(Math.round(row.seconds)),
  lastChange: (row) => row.updated_at,
};

const PACKAGE_QUESTIONS: Columns<RowOf<typeof packageQuestions>> = {
  unit: (row) => row.unit,
  // Of SCORM 1.2 there is nothing but the id that the package gives it.
  question: (row) => row.description || row.question,
  type: (row) => row.type,
  answered: (row) => row.answered,
  correct: (row) => row.correct,
  tries: (row) => row.tries,
};

/** What was passed or failed says more than what was completed. */
function standingOf(row: RowOf<typeof packageResults>) {
  if (row.success_status === "failed") return "failed_status";
  if (row.success_status === "passed") return "passed_status";
  if (row.completion_status === "completed") return "completed_status";
  return row.completion_status === "incomplete" ? "in_progress_status" : "started_status";
}

const CERTIFICATES: Columns<RowOf<typeof listCompletedCourses>> = {
  courseName: (course) => course.title,
  issuedAt: (course) => course.completed_date,
  expiresAt: ({ expiry_date }) => (expiry_date ? dayWritten(String(expiry_date).slice(0, 10)) : null),
};
