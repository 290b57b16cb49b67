import { queryOptions } from "@tanstack/react-query";
import type { MemberChoicesQuery } from "../../gen/graphql.ts";
import { execute } from "../graphql.ts";
import { MemberChoices } from "./membership.documents.ts";

/** A field that the organisation has added to its users, as lists of people show it. */
export type ListedField = MemberChoicesQuery["memberChoices"]["fields"][number];

/** The users list as the user keeps it under a name. */
export type UserView = MemberChoicesQuery["memberChoices"]["user_list"]["views"][number];

/** What a list of people can be filtered by. */
export const memberChoicesQuery = queryOptions({
  queryKey: ["memberChoices"],
  queryFn: async () => (await execute(MemberChoices)).memberChoices,
});
