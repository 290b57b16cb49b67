import type { Platform } from "../../platform/platform.ts";
import { handleAllEvents } from "./handling.service.ts";

const EVERY_MS = 1_000;

/**
 * Handles the events of automations as they come, until it is stopped. An error is logged, and the next second tries
 * again.
 * @returns a function that stops it, after the transaction that is under way
 */
export function startAutomations(platform: Platform): () => Promise<void> {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const next = () => {
    running = handleAllEvents(platform, stopping.signal)
      .then(() => {})
      .catch((error: unknown) => platform.log.error({ err: error }, "Automations could not be run"))
      .then(() => {
        if (!stopping.signal.aborted) timer = setTimeout(next, EVERY_MS);
      });
  };
  next();
  return async () => {
    stopping.abort();
    clearTimeout(timer);
    await running;
  };
}
