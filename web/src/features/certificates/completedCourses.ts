import { queryOptions } from "@tanstack/react-query";
import { execute } from "../../app/graphql.ts";
import type { CompletedCoursesQuery } from "../../gen/graphql.ts";
import { CompletedCourses } from "./certificates.documents.ts";

export type CompletedCourse = CompletedCoursesQuery["completedCourses"][number];

/** The learner's completed courses, the latest first. */
export const completedCoursesQuery = queryOptions({
  queryKey: ["completedCourses"],
  queryFn: async () => (await execute(CompletedCourses)).completedCourses.filter((course) => course.is_complete),
  // Learners come here to see what they have just finished.
  staleTime: 0,
});
