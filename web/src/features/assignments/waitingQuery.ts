import { queryOptions } from "@tanstack/react-query";
import { execute } from "../../app/graphql.ts";
import { SubmissionsWaiting } from "./assignments.documents.ts";

/** How many submissions wait for a review of the user. */
export const waitingQuery = queryOptions({
  queryKey: ["submissions", "waiting"],
  queryFn: async () => (await execute(SubmissionsWaiting, {}, { canWait: true })).submissionsPage.waiting,
});
