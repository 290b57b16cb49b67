import { type RawBuilder, sql } from "kysely";
import { userIsListed, userIsUnlisted, ofListedUser } from "../../access/scope.ts";
import { type Given, type GivenValue, when } from "./statement.ts";

/** Limits the days on which courses were assigned, in the time zone `zone`; yyyy-mm-dd, both included. */
export interface DayFilters {
  from?: string | null;
  to?: string | null;
  zone?: string;
}

/** Limits the people of a report. */
export interface PeopleFilters extends DayFilters {
  /** The members of these groups only. */
  groups?: number[] | null;
}

/** Limits the people and courses of a report. */
export interface PopulationFilters extends PeopleFilters {
  /** The courses of these categories only. */
  categories?: number[] | null;
}

/** Limits the people of a report about one course. */
export interface CourseFilters extends PeopleFilters {
  course: number;
}

type People = Given<PeopleFilters>;

/** One page of the rows; all rows without a limit. */
export interface Page {
  limit?: number | null;
  offset?: number | null;
}

/** Selects one page; the whole list without a limit. */
export const selectPage = ({ limit, offset }: Given<Page>) => sql`
  ${when(limit, (rows) => sql`LIMIT ${rows}`)}
  ${when(offset, (rows) => sql`OFFSET ${rows}`)}`;

/** Defines the CTE `people`: everybody in the reach whom lists show. */
export const withPeople = ({ instance, branches, ledGroups, groups }: Given<Pick<PeopleFilters, "groups">>) => sql`
  people AS NOT MATERIALIZED (
    SELECT u.id, u.first_name || ' ' || u.last_name AS name, u.first_name, u.last_name, u.email, u.role
    FROM users u
    WHERE u.instance_id = ${instance}
      AND ${userIsListed("u")}
      ${when(
        groups,
        (ids) => sql`AND u.id = ANY (ARRAY(
          SELECT g.user_id FROM group_users g WHERE g.instance_id = ${instance} AND g.group_id = ANY (${ids}::integer[])
        ))`,
      )}
      ${when(
        branches,
        (ids) => sql`AND (
          u.id = ANY (ARRAY(
            SELECT b.user_id FROM branch_users b
            WHERE b.instance_id = ${instance} AND b.branch_id = ANY (${ids}::integer[])
          ))
          OR u.id = ANY (ARRAY(
            SELECT g.user_id FROM group_users g
            WHERE g.instance_id = ${instance} AND g.group_id = ANY (${ledGroups}::integer[])
          ))
        )`,
      )}
  )`;

/** Limits the enrolments `p` to those that were assigned on the chosen days. */
export const filterDays = ({ from, to, zone }: Given<DayFilters>) => sql`
  ${when(from, (day) => sql`AND p.assigned_at >= ${day}::date::timestamp AT TIME ZONE ${zone}`)}
  ${when(to, (day) => sql`AND p.assigned_at < (${day}::date + 1)::timestamp AT TIME ZONE ${zone}`)}`;

/** Limits courses to those of the chosen categories. @param column the column of the course's id */
export const filterCategories = (
  { instance, categories }: Given<Pick<PopulationFilters, "categories">>,
  column: "c.id" | "p.course_id" | "pc.course_id",
) =>
  when(
    categories,
    (ids) => sql`AND ${sql.ref(column)} = ANY (ARRAY(
      SELECT k.course_id FROM course_categories k
      WHERE k.instance_id = ${instance} AND k.category_id = ANY (${ids}::integer[])
    ))`,
  );

/** Limits the courses `c` to those that are assigned to a branch of the reach. */
export const filterBranchCourses = ({ instance, branches }: Given) =>
  when(
    branches,
    (ids) => sql`AND EXISTS (
      SELECT FROM branch_courses b
      WHERE b.instance_id = ${instance} AND b.course_id = c.id AND b.branch_id = ANY (${ids}::integer[])
    )`,
  );

/** Selects the name of the first category of each course that has one. */
export const listFirstCategories = (instance: GivenValue<number>) => sql`
  SELECT DISTINCT ON (cc.course_id) cc.course_id, k.name AS category
  FROM course_categories cc
  JOIN categories k ON k.instance_id = cc.instance_id AND k.id = cc.category_id AND k.deleted_at IS NULL
  WHERE cc.instance_id = ${instance}
  ORDER BY cc.course_id, cc.position`;

/** Selects the name of the first category of a course. @param course the id of the course */
export const selectCategory = (instance: GivenValue<number>, course: RawBuilder<unknown>) => sql`(
  SELECT x.category FROM (${listFirstCategories(instance)}) x WHERE x.course_id = ${course}
)`;

const isOfEverybody = ({ branches, groups }: People) => branches === null && (groups ?? null) === null;

/**
 * Joins the CTE `people` to rows `p`, except for a report of everybody: there, `filterPeople` leaves out the few people who do
 * not count, because looking up all others takes ten times as long.
 */
export const joinPeople = (of: People) => when(!isOfEverybody(of), () => sql`JOIN people ON people.id = p.user_id`);

/** Limits rows `p` to people who count, together with `joinPeople`. */
export function filterPeople(of: People) {
  const isListed = ofListedUser(of.instance, "p.user_id");
  return when(isOfEverybody(of), () => sql`AND ${isListed}`);
}

/** Tells whether days of assignment are chosen. */
export const hasDays = ({ from, to }: Given<DayFilters>) => (from ?? null) !== null || (to ?? null) !== null;

/** Selects the enrolments that count, with the progress of each; those of one course if it is given. Needs the CTE `people`. */
export const selectLearners = (of: Given<PeopleFilters & { course?: number | null }>) => sql`
  SELECT p.course_id, p.user_id, p.status, p.progress, p.time_spent, p.assigned_at, p.completed_at
  FROM course_progress p
  ${joinPeople(of)}
  WHERE p.instance_id = ${of.instance}
    ${when(of.course, (course) => sql`AND p.course_id = ${course}`)}
    ${filterPeople(of)}
    ${filterDays(of)}`;

/**
 * Selects how many people each course has and how far they are: counted for some people or days; for everybody from the stored totals,
 * less the few people who do not count. Both return the same figures.
 */
export function selectCourseFigures(of: Given<PeopleFilters & { course?: number | null }>): RawBuilder<unknown> {
  return isOfEverybody(of) && !hasDays(of) ? selectStoredFigures(of) : selectCountedFigures(of);
}

const selectCountedFigures = (of: Given<PeopleFilters & { course?: number | null }>) => sql`
  SELECT
    course_id,
    count(*) AS assigned,
    count(*) FILTER (WHERE status = 'completed') AS completed,
    count(*) FILTER (WHERE status = 'in_progress') AS in_progress,
    sum(time_spent) AS seconds
  FROM (${selectLearners(of)}) learners
  GROUP BY course_id`;

const selectStoredFigures = ({ instance, course }: Given<{ course?: number | null }>) => sql`
  SELECT
    course_id,
    sum(assigned) AS assigned,
    sum(completed) AS completed,
    sum(in_progress) AS in_progress,
    sum(time_spent) AS seconds
  FROM (
    SELECT t.course_id, t.assigned, t.completed, t.in_progress, t.time_spent
    FROM course_totals t
    WHERE t.instance_id = ${instance}
    UNION ALL
    SELECT p.course_id, -1, -(p.status = 'completed')::integer, -(p.status = 'in_progress')::integer, -p.time_spent
    FROM users u
    JOIN course_progress p ON p.instance_id = u.instance_id AND p.user_id = u.id
    WHERE u.instance_id = ${instance} AND ${userIsUnlisted("u")}
  ) figures
  ${when(course, (id) => sql`WHERE course_id = ${id}`)}
  GROUP BY course_id
  HAVING sum(assigned) > 0`;

/** Selects the columns of a course `c` with its figures `learners`. */
export const selectCourseColumns = (instance: GivenValue<number>) => sql`
  c.id,
  c.title,
  ${selectCategory(instance, sql`c.id`)} AS category,
  coalesce(learners.assigned, 0) AS "assignedLearners",
  coalesce(learners.completed, 0) AS "completedLearners",
  coalesce(learners.in_progress, 0) AS "learnersInProgress",
  coalesce(learners.assigned - learners.completed - learners.in_progress, 0) AS "learnersNotStarted"`;

/** Defines the CTE `takers`: the people, and where days are chosen, only those who were assigned the course on them. */
export const withTakers = (of: Given<CourseFilters>) => sql`
  takers AS NOT MATERIALIZED (
    SELECT people.id, people.name
    FROM people
    ${when(
      hasDays(of),
      () => sql`JOIN course_progress p ON p.instance_id = ${of.instance} AND p.course_id = ${of.course}
        AND p.user_id = people.id ${filterDays(of)}`,
    )}
  )`;

/** The values of a search for people; all null without a search. */
export interface PeopleSearch {
  /** A LIKE pattern for the titles of courses. */
  search?: string | null;
  /** A LIKE pattern for names and addresses, in lower case. */
  text?: string | null;
  /** The part of it that the trigram index is searched for (see like.ts); null where it is too short for the index. */
  part?: string | null;
}

/**
 * Limits `people` to those a search finds: by name, e-mail or the title of one of their courses. As an array they are looked up one by
 * one; with a join, all people would be read to find some of them.
 */
export const filterFoundPeople = ({ instance, search, text, part }: Given<PeopleSearch>) =>
  when(
    search,
    (title) => sql`WHERE people.id = ANY (ARRAY(
      SELECT u.id
      FROM users u
      WHERE u.instance_id = ${instance} AND ${userIsListed("u")}
        AND (u.search || '') LIKE ${text}
        ${when(part, (indexed) => sql`AND u.search LIKE ${indexed}`)}
      UNION
      SELECT e.user_id
      FROM courses c
      JOIN enrolments e ON e.instance_id = c.instance_id AND e.course_id = c.id
      WHERE c.instance_id = ${instance} AND c.deleted_at IS NULL AND c.title ILIKE ${title}
    ))`,
  );

/**
 * Joins the totals of each of the `people` as t: the stored ones, or where categories or days are chosen, counted ones. Counting leaves
 * out people without any such course.
 */
export function joinTotals(of: Given<PopulationFilters>): RawBuilder<unknown> {
  if (!hasDays(of) && (of.categories ?? null) === null)
    return sql`LEFT JOIN learner_totals t ON t.instance_id = ${of.instance} AND t.user_id = people.id`;
  return sql`JOIN (
    SELECT
      p.user_id,
      count(*) AS assigned,
      count(*) FILTER (WHERE p.status = 'completed') AS completed,
      count(*) FILTER (WHERE p.status = 'in_progress') AS in_progress,
      sum(p.time_spent) AS time_spent
    FROM course_progress p
    WHERE p.instance_id = ${of.instance}
      ${filterDays(of)}
      ${filterCategories(of, "p.course_id")}
    GROUP BY p.user_id
  ) t ON t.user_id = people.id`;
}

/** The grade of a response `r`: of an answer that was emptied for another try, that of the answer before. */
export const gradeOfAnswer = sql`coalesce(r.is_correct, r.former_is_correct)`;

/**
 * Limits responses `r` to graded answers to questions that the tests still have: those to a deleted question count nowhere, as the
 * question is in no report. Deleted questions are few, and each is looked up once.
 */
export const isGradedAnswer = sql`r.question_id IS NOT NULL AND ${gradeOfAnswer} IS NOT NULL
  AND NOT EXISTS (SELECT FROM questions gone WHERE gone.instance_id = r.instance_id AND gone.id = r.question_id AND gone.deleted_at IS NOT NULL)`;

/**
 * Computes the score of graded answers `r`: the share of the points of their questions that they earned by now, 0 to 100;
 * null without answers. In tests with partial credit, an answer earns a share of the points of its question.
 */
export const scoreOfAnswers = sql`round(100.0 * sum(r.points * coalesce(r.credit, ${gradeOfAnswer}::integer)) / nullif(sum(r.points), 0))`;
