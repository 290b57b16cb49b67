import { sql } from "kysely";
import * as z from "zod";
import { type PeopleFilters, selectLearners, withPeople } from "../fragments.ts";
import { defineStatement, type Given } from "../statement.ts";

/** Reads the average progress of the learners of some courses, and when each course was last assigned. */
export const courseAveragesStatement = defineStatement({
  row: z.object({ id: z.number(), progress: z.number(), lastAssigned: z.date() }),
  build: (of: Given<PeopleFilters & { courses: number[] }>) => sql`
    WITH ${withPeople(of)}
    SELECT course_id AS id, round(avg(progress)) AS progress, max(assigned_at) AS "lastAssigned"
    FROM (${selectLearners(of)}) learners
    WHERE course_id = ANY (${of.courses}::integer[])
    GROUP BY course_id`,
});
