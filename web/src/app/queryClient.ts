import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { isSignInIncomplete, isUnauthenticated } from "./errors.ts";
import { sessionEnded, signInIncomplete } from "./session.ts";

/** Handles the end of a session, or a sign-in that is not complete, which may appear in any call. */
const onError = (error: unknown) => {
  if (isUnauthenticated(error)) sessionEnded();
  if (isSignInIncomplete(error)) signInIncomplete();
};

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  // The transport retries: once and quickly, for reads only.
  defaultOptions: { queries: { staleTime: 30_000, retry: false }, mutations: { retry: false } },
});
