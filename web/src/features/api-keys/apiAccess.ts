import { queryOptions } from "@tanstack/react-query";
import { execute } from "../../app/graphql.ts";
import { ApiAccess } from "./apiKeys.documents.ts";

/** Whether this site may use keys. */
export const apiAccessQuery = queryOptions({
  queryKey: ["apiAccess"],
  queryFn: async () => (await execute(ApiAccess)).apiAccess,
  staleTime: 0,
});
