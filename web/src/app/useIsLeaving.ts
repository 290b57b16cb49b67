import { useRouter } from "@tanstack/react-router";

/**
 * Returns a function that tells whether another screen is being opened. A search that settles meanwhile, such as after
 * a click on a row, must not change the address.
 */
export function useIsLeaving(): () => boolean {
  const router = useRouter();
  return () => router.latestLocation.pathname !== router.state.resolvedLocation?.pathname;
}
