import type { QueryClient } from "@tanstack/react-query";
import { viewerQuery } from "./session.ts";

/** Asks again for what the server wrote in the former language, except what is being edited. */
export function reloadTexts(client: QueryClient): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey, observers }) =>
      queryKey[0] !== viewerQuery.queryKey[0] && !observers.some(({ options }) => options.staleTime === Infinity),
  });
}
