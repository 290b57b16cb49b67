import { queryOptions } from "@tanstack/react-query";
import { execute } from "../../../../../app/graphql.ts";
import type { MySubmissionsQuery } from "../../../../../gen/graphql.ts";
import { MySubmissions } from "./assignment.documents.ts";

export type OwnSubmission = MySubmissionsQuery["mySubmissions"][number];

/** Reads the learner's submissions in a course, newest first, each time: a reviewer may have decided meanwhile. */
export const submissionsQuery = (courseId: number) =>
  queryOptions({
    queryKey: ["mySubmissions", courseId],
    queryFn: async () => (await execute(MySubmissions, { course_id: courseId })).mySubmissions,
    staleTime: 0,
  });
