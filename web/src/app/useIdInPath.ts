import { useParams } from "@tanstack/react-router";

/** Returns the parameter `id` of the address, for screens and parts that are shown at several addresses. */
export const useIdInPath = (): number | undefined => useParams({ strict: false, select: ({ id }) => id });
