import { queryOptions } from "@tanstack/react-query";
import { execute } from "../../../app/graphql.ts";
import type { CourseOverviewQuery } from "../../../gen/graphql.ts";
import { CourseOverview } from "../learning.documents.ts";

export type Overview = NonNullable<CourseOverviewQuery["course"]>;
export type Resource = Overview["resources"][number];

export const overviewQuery = (id: number) =>
  queryOptions({
    queryKey: ["course overview", id],
    queryFn: async () => (await execute(CourseOverview, { id })).course ?? null,
  });
