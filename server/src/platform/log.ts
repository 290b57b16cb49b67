import { type DestinationStream, type Logger, pino } from "pino";
import type { LogLevel } from "../config.ts";

type Write = (fields: object, message: string) => void;

/** What the server's logger (pino) and the silent one of tests have in common. */
export interface Log {
  info: Write;
  warn: Write;
  error: Write;
}

/**
 * Creates the logger of what happens outside of requests' own loggers. With traces, its lines carry the ids of the trace and of
 * the request at work.
 * @param findIds called for each line, because tracing itself needs a log
 */
export function createLog(
  level: LogLevel,
  findIds: () => object = () => ({}),
  destination?: DestinationStream,
): Logger {
  const options = { level, mixin: findIds };
  return destination ? pino(options, destination) : pino(options);
}
