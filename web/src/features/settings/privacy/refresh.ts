import type { QueryClient } from "@tanstack/react-query";

/**
 * Loads again what new terms of use concern. The settings stay: they are being edited on the same page, and those that
 * another admin has saved would replace what was typed.
 */
export const refreshAllButSettings = (client: QueryClient) =>
  client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "instanceSettings" });
