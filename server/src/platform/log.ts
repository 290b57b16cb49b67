import { type DestinationStream, type Logger, pino } from "pino";
import type { LogLevel } from "../config.ts";
import type { Tracing } from "./tracing.ts";

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
 * @param findTracing called for each line, because tracing itself needs a log
 */
export function createLog(
  level: LogLevel,
  findTracing: () => Tracing | null = () => null,
  destination?: DestinationStream,
): Logger {
  const options = { level, mixin: () => findTracing()?.getIds() ?? {} };
  return destination ? pino(options, destination) : pino(options);
}
