import { queryOptions } from "@tanstack/react-query";
import { execute } from "./graphql.ts";
import { MenuCounts } from "./menuCounts.documents.ts";

const EVERY_MS = 60_000;

/**
 * The numbers of the bell and the menu, sent with the queries of the screen. Refetched every minute while the page is
 * visible, and when it becomes visible.
 */
export const menuCountsQuery = queryOptions({
  queryKey: ["menuCounts"],
  queryFn: async () => (await execute(MenuCounts, {}, { canWait: true })).menuCounts,
  refetchInterval: EVERY_MS,
  refetchOnWindowFocus: "always",
});
