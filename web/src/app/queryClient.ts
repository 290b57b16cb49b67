import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { isTermsDue, isUnauthenticated } from "./errors.ts";
import { sessionEnded, termsDue } from "./session.ts";

/** Handles the end of a session, or that terms of use are due, which may appear in any call. */
const onError = (error: unknown) => {
  if (isUnauthenticated(error)) sessionEnded();
  if (isTermsDue(error)) termsDue();
};

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  // The transport retries: once and quickly, for reads only.
  defaultOptions: { queries: { staleTime: 30_000, retry: false }, mutations: { retry: false } },
});
