import { builder } from "./builder.ts";

/** Returns the arguments of a list that is paged, searched and sorted on the server. */
export const pageArguments = builder.args((t) => ({
  search: t.string(),
  sort: t.string(),
  limit: t.int(),
  offset: t.int(),
}));
