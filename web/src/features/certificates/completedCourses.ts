import { queryOptions } from "@tanstack/react-query";
import { execute } from "../../app/graphql.ts";
import type { CompletedCoursesQuery } from "../../gen/graphql.ts";
import { CompletedCourses } from "./certificates.documents.ts";

export type CompletedCourse = CompletedCoursesQuery["completedCourses"][number];

/** What one has completed, the latest first. */
export const completedCoursesQuery = queryOptions({
  queryKey: ["completedCourses"],
  queryFn: async () => (await execute(CompletedCourses)).completedCourses.filter((course) => course.is_complete),
  // Whoever has just finished something comes here to see it.
  staleTime: 0,
});
