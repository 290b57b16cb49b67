import { sql } from "kysely";
import * as z from "zod";
import { filterFoundPeople, joinTotals, type PeopleSearch, type PopulationFilters, withPeople } from "../fragments.ts";
import { defineStatement, type Given } from "../statement.ts";

/** Counts users, and adds up their courses and time. */
export const userTotalsStatement = defineStatement({
  row: z.object({
    people: z.number(),
    completed: z.number(),
    inProgress: z.number(),
    notStarted: z.number(),
    seconds: z.number(),
  }),
  build: (of: Given<PopulationFilters & PeopleSearch>) => sql`
    WITH ${withPeople(of)}
    SELECT
      count(*) AS people,
      coalesce(sum(t.completed), 0) AS completed,
      coalesce(sum(t.in_progress), 0) AS "inProgress",
      coalesce(sum(t.assigned - t.completed - t.in_progress), 0) AS "notStarted",
      least(coalesce(sum(t.time_spent), 0), 2147483647) AS seconds
    FROM people
    ${joinTotals(of)}
    ${filterFoundPeople(of)}`,
});
