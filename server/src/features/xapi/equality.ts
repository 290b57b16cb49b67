import { toCanonicalText, parseTimestamp } from "./formats.ts";
import type { ActivityObject, Event, Statement } from "./statement-rules.ts";
import { isActivity, isSubStatement } from "./statement-index.ts";

/**
 * Returns whether a statement equals the stored one with its id (xAPI 2.0, 4.2.3): changes by the store, activity
 * definitions and verb displays do not matter.
 */
export function saysTheSame(sent: Statement, kept: Statement): boolean {
  const timestamp = (statement: Statement) =>
    sent.timestamp === undefined ? null : parseTimestamp(statement.timestamp ?? "");
  return (
    timestamp(sent) === timestamp(kept) &&
    toCanonicalText(essence(withoutStored(sent))) === toCanonicalText(essence(withoutStored(kept)))
  );
}

function withoutStored(statement: Statement): Event {
  const { id: _, stored: __, version: ___, authority: ____, timestamp: _____, ...event } = statement;
  return event;
}

function essence(event: Event): unknown {
  const { verb, object, context, result, attachments: _, ...rest } = event;
  const around = context?.contextActivities;
  return {
    ...rest,
    ...(result && { result: { ...result, duration: toHundredths(result["duration"]) } }),
    verb: verb.id,
    object: isActivity(object) ? getId(object) : isSubStatement(object) ? essence(object) : object,
    ...(context && {
      context: {
        ...context,
        ...(around && {
          contextActivities: Object.fromEntries(
            Object.entries(around).map(([name, list]) => [name, [list].flat().map(getId)]),
          ),
        }),
      },
    }),
  };
}

const getId = ({ id }: ActivityObject) => id;

/** Durations are equal when their seconds are equal to 0.01 s (xAPI 2.0, 4.2.7). */
const toHundredths = (duration: unknown) =>
  typeof duration === "string" ? duration.replace(/(\.\d\d)\d+S$/, "$1S") : undefined;
