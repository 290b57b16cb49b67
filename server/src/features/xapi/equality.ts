import { canonical, timeOf } from "./formats.ts";
import type { ActivityObject, Event, Statement } from "./statement-rules.ts";
import { isActivity, isSubStatement } from "./looks.ts";

/**
 * Whether a statement says the same as the stored one with its id (xAPI 2.0, 4.2.3): what the store may add or change, what is
 * said of activities and how verbs are displayed are no difference.
 */
export function saysTheSame(sent: Statement, kept: Statement): boolean {
  const timestamp = (statement: Statement) => (sent.timestamp === undefined ? null : timeOf(statement.timestamp ?? ""));
  return (
    timestamp(sent) === timestamp(kept) &&
    canonical(essence(withoutStored(sent))) === canonical(essence(withoutStored(kept)))
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
    object: isActivity(object) ? idOf(object) : isSubStatement(object) ? essence(object) : object,
    ...(context && {
      context: {
        ...context,
        ...(around && {
          contextActivities: Object.fromEntries(
            Object.entries(around).map(([name, list]) => [name, [list].flat().map(idOf)]),
          ),
        }),
      },
    }),
  };
}

const idOf = ({ id }: ActivityObject) => id;

/** Durations are equal when their seconds are to the hundredth (xAPI 2.0, 4.2.7). */
const toHundredths = (duration: unknown) =>
  typeof duration === "string" ? duration.replace(/(\.\d\d)\d+S$/, "$1S") : undefined;
