import { sql } from "kysely";
import * as z from "zod";
import {
  filterFoundPeople,
  joinTotals,
  type PeopleSearch,
  type PopulationFilters,
  selectPage,
  type Page,
  withPeople,
} from "../fragments.ts";
import { defineStatement, type Given } from "../statement.ts";

/** Reads users with the number of their courses in each status. */
export const usersStatement = defineStatement({
  row: z.object({
    id: z.number(),
    name: z.string(),
    email: z.string(),
    completedCourses: z.number(),
    coursesInProgress: z.number(),
    coursesNotStarted: z.number(),
  }),
  build: (of: Given<PopulationFilters & PeopleSearch & Page>, orderBy) => sql`
    WITH ${withPeople(of)}
    SELECT
      people.id,
      people.name,
      people.email,
      coalesce(t.completed, 0) AS "completedCourses",
      coalesce(t.in_progress, 0) AS "coursesInProgress",
      coalesce(t.assigned - t.completed - t.in_progress, 0) AS "coursesNotStarted"
    FROM people
    ${joinTotals(of)}
    ${filterFoundPeople(of)}
    ${orderBy(sql`people.last_name COLLATE people, people.first_name COLLATE people, people.id`)}
    ${selectPage(of)}`,
  orders: {
    "-name": sql`people.last_name COLLATE people DESC, people.first_name COLLATE people DESC`,
    email: sql`lower(people.email)`,
    "-email": sql`lower(people.email) DESC`,
    completed: sql`"completedCourses"`,
    "-completed": sql`"completedCourses" DESC`,
    inProgress: sql`"coursesInProgress"`,
    "-inProgress": sql`"coursesInProgress" DESC`,
    notStarted: sql`"coursesNotStarted"`,
    "-notStarted": sql`"coursesNotStarted" DESC`,
  },
});
