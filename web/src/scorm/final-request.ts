import type { QueuedCall } from "./messages.ts";
import type { Shared } from "./sequencing/tracking.ts";

/** The final request of a page that closes. */
export interface FinalRequest {
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

/** Bytes of a request without its values and without the sequencing state. */
const ENVELOPE = 600;
/** The sequencing state of a course with some hundred activities; a larger one is sent on its own. */
const MOST_OF_SEQUENCING = 25_000;

export const measureSize = (body: unknown) => new Blob([JSON.stringify(body) ?? ""]).size;

/**
 * Combines what is sent while the page closes: everything waiting for one content object, from its start to its end,
 * and the sequencing state. Each part has its own number, so that the server skips what has arrived before.
 * @param room in bytes
 * @returns null when nothing is waiting that fits
 */
export function createFinalRequest(waiting: QueuedCall[], room: number): FinalRequest | null {
  const ordered = waiting.filter(({ sequence }) => sequence !== null);
  const others = ordered.filter(({ path }) => path !== "sequencing");
  const standing = mergeSequencing(ordered);
  const end = others.findLastIndex(({ path }) => path === "finish");
  const last = others[end] ?? others.at(-1);
  if (!last)
    return standing && standing.size < room ? { path: "sequencing", body: standing.body, isWhole: true } : null;

  const calls = (end === -1 ? others : others.slice(0, end + 1)).filter(
    ({ body }) => body["scoUuid"] === last.body["scoUuid"],
  );
  const hasStanding = standing !== null && standing.size < Math.min(MOST_OF_SEQUENCING, room / 2);
  const { values, ...context } = mergeValues(calls);
  const needed = keepNeeded(values);
  const fitting = keepFitting(needed, room - ENVELOPE - (hasStanding ? standing.size : 0));
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

/** Merges the values of many calls. */
export function mergeValues(calls: QueuedCall[]): { scoUuid: unknown; scormId: unknown; values: QueuedValue[] } {
  const { scoUuid, scormId } = calls[0]!.body;
  const values = calls.flatMap(({ path, body: { key, value, isWhole }, sequence }) =>
    path === "set-value"
      ? { key: key as string, value: value as string, sequence: sequence!, ...(isWhole === true && { isWhole }) }
      : [],
  );
  return { scoUuid, scormId, values };
}

/** Returns the newest sequencing state with all shared data of the waiting calls. */
function mergeSequencing(ordered: QueuedCall[]) {
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
  return { body, report: { ...report, sequence: last.sequence }, size: measureSize(body) };
}

/**
 * Keeps the newest value of each element. Of lists also the first, because they grow one by one; and every type of an
 * interaction, because answers are checked against the type set before them.
 */
function keepNeeded(values: QueuedValue[]): QueuedValue[] {
  const newest = new Map(values.map((value) => [value.key, value]));
  const seen = new Set<string>();
  return values.filter((value) => {
    const isFirst = /\.\d+\./.test(value.key) && !seen.has(value.key);
    seen.add(value.key);
    return isFirst || newest.get(value.key) === value || /^cmi\.interactions\.\d+\.type$/.test(value.key);
  });
}

/** Keeps as many values as fit, newest first. */
function keepFitting(values: QueuedValue[], room: number): QueuedValue[] {
  let size = 0;
  const fitting = values.toReversed().filter((value) => {
    const length = measureSize(value) + 1;
    if (size + length > room) return false;
    size += length;
    return true;
  });
  return fitting.toReversed();
}
