import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { isUnauthenticated } from "./errors.ts";
import { sessionEnded } from "./session.ts";

/** A session that has ended shows at whichever call comes next; all of them pass here. */
const onError = (error: unknown) => {
  if (isUnauthenticated(error)) sessionEnded();
};

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  // Retries are the transport's: once and quickly, for reads only.
  defaultOptions: { queries: { staleTime: 30_000, retry: false }, mutations: { retry: false } },
});
