import { queryOptions } from "@tanstack/react-query";
import { execute } from "../../../app/graphql.ts";
import { CourseForPlayer } from "./player.documents.ts";

/**
 * The course with its units and the person's answers. Read once for as long as the player is open: a newer reading would
 * take the place of what is being worked on.
 */
export const courseQuery = (id: number) =>
  queryOptions({
    queryKey: ["player", id],
    queryFn: async () => (await execute(CourseForPlayer, { id })).course ?? null,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
