import { queryOptions } from "@tanstack/react-query";
import { execute } from "../../../../../app/graphql.ts";
import type { MySubmissionsQuery } from "../../../../../gen/graphql.ts";
import { MySubmissions } from "./assignment.documents.ts";

export type OwnSubmission = MySubmissionsQuery["mySubmissions"][number];

/** What one has handed in in a course, the latest first. A reviewer may have decided meanwhile, so it is read anew each time. */
export const submissionsQuery = (courseId: number) =>
  queryOptions({
    queryKey: ["mySubmissions", courseId],
    queryFn: async () => (await execute(MySubmissions, { course_id: courseId })).mySubmissions,
    staleTime: 0,
  });
