import { queryOptions } from "@tanstack/react-query";
import { execute } from "../../app/graphql.ts";
import { ApiAccess } from "./apiKeys.documents.ts";

/** Tells whether this site has API access. */
export const apiAccessQuery = queryOptions({
  queryKey: ["apiAccess"],
  queryFn: async () => (await execute(ApiAccess)).apiAccess,
  staleTime: 0,
});
