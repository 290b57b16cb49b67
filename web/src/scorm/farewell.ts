import type { QueuedCall } from "./messages.ts";
import type { Shared } from "./sequencing/tracking.ts";

/** The last message of a page that goes. */
export interface Farewell {
  path: string;
  body: Record<string, unknown>;
  /** Nothing was left out. */
  isWhole: boolean;
}

interface QueuedValue {
  key: string;
  value: string;
  sequence: number;
  isWhole?: boolean;
}

/** Bytes of a message without its values and without where one stands in the course. */
const ENVELOPE = 600;
/** Where one stands in a course of some hundred activities; a larger one is sent in its turn. */
const MOST_OF_SEQUENCING = 25_000;

export const sizeOf = (body: unknown) => new Blob([JSON.stringify(body) ?? ""]).size;

/**
 * Puts together what is sent while the page goes: what waits of one content object, from its beginning to its end, and where the
 * learner stands in the course. Each part has its own number, so that the server passes over what has arrived before.
 * @param room in bytes
 * @returns null where nothing waits that finds room
 */
export function farewellOf(waiting: QueuedCall[], room: number): Farewell | null {
  const ordered = waiting.filter(({ sequence }) => sequence !== null);
  const others = ordered.filter(({ path }) => path !== "sequencing");
  const standing = sequencingOf(ordered);
  const end = others.findLastIndex(({ path }) => path === "finish");
  const last = others[end] ?? others.at(-1);
  if (!last)
    return standing && standing.size < room ? { path: "sequencing", body: standing.body, isWhole: true } : null;

  const calls = (end === -1 ? others : others.slice(0, end + 1)).filter(
    ({ body }) => body["scoUuid"] === last.body["scoUuid"],
  );
  const hasStanding = standing !== null && standing.size < Math.min(MOST_OF_SEQUENCING, room / 2);
  const { values, ...context } = valuesOf(calls);
  const needed = neededOf(values);
  const fitting = fittingOf(needed, room - ENVELOPE - (hasStanding ? standing.size : 0));
  const isWhole =
    calls.length === others.length && fitting.length === needed.length && hasStanding === (standing !== null);
  const beginning = calls.find(({ path }) => path === "initialize");
  const hasEnded = isWhole && last.path === "finish";
  return {
    path: hasEnded ? "finish" : "commit",
    isWhole,
    body: {
      ...context,
      isLeaving: true,
      ...(beginning && { initialize: beginning.sequence, resumes: beginning.body["resumes"] }),
      values: fitting,
      ...(hasEnded && { finish: last.sequence, suspended: last.body["suspended"] }),
      ...(hasStanding && { sequencing: standing.report }),
    },
  };
}

/** Returns the values of many calls as those of one. */
export function valuesOf(calls: QueuedCall[]): { scoUuid: unknown; scormId: unknown; values: QueuedValue[] } {
  const { scoUuid, scormId } = calls[0]!.body;
  const values = calls.flatMap(({ path, body: { key, value, isWhole }, sequence }) =>
    path === "set-value"
      ? { key: key as string, value: value as string, sequence: sequence!, ...(isWhole === true && { isWhole }) }
      : [],
  );
  return { scoUuid, scormId, values };
}

/** The newest state of the course, with all that was to be shared with other packages meanwhile. */
function sequencingOf(ordered: QueuedCall[]) {
  const calls = ordered.filter(({ path }) => path === "sequencing");
  const last = calls.at(-1);
  if (!last) return null;
  const shared = calls.flatMap(({ body }) => (body["shared"] as Shared | undefined) ?? []);
  const merged = shared.length > 0 && {
    shared: {
      objectives: Object.assign({}, ...shared.map(({ objectives }) => objectives)) as Shared["objectives"],
      data: Object.assign({}, ...shared.map(({ data }) => data)) as Shared["data"],
    },
  };
  const body = { ...last.body, ...merged };
  const { scoUuid: _sco, scormId: _scorm, ...report } = body as Record<string, unknown>;
  return { body, report: { ...report, sequence: last.sequence }, size: sizeOf(body) };
}

/**
 * The newest value of each element. Of lists also the first, for they grow one by one; and every type of an interaction, for answers
 * are judged by the type that was said before them.
 */
function neededOf(values: QueuedValue[]): QueuedValue[] {
  const newest = new Map(values.map((value) => [value.key, value]));
  const seen = new Set<string>();
  return values.filter((value) => {
    const isFirst = /\.\d+\./.test(value.key) && !seen.has(value.key);
    seen.add(value.key);
    return isFirst || newest.get(value.key) === value || /^cmi\.interactions\.\d+\.type$/.test(value.key);
  });
}

/** As many values as there is room for, the latest first. */
function fittingOf(values: QueuedValue[], room: number): QueuedValue[] {
  let size = 0;
  const fitting = values.toReversed().filter((value) => {
    const length = sizeOf(value) + 1;
    if (size + length > room) return false;
    size += length;
    return true;
  });
  return fitting.toReversed();
}
