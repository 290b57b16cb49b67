import type { Sequencing } from "../sequencing/index.ts";
import type { Item } from "../item.ts";
import type { PlayerState } from "../state.ts";

const MARK = "cairn-content";

/** The name of a window that has no run-time and nothing above it that content could use. */
export const OUTERMOST = "cairn-outermost";

/** A call of the run-time: the function's name and its arguments. */
export type Call = [name: string, given: unknown[]];

/** What content in a sandbox needs of the sequencing when it is shown. */
export interface SequencingSnapshot {
  item: Item | null;
  objectives: Record<string, string>[];
  data: Record<string, string>;
  mayContinue: boolean;
  mayGoBack: boolean;
  mayChoose: string[];
  mayJump: string[];
}

/**
 * Everything from which the run-time in a sandbox answers. It contains no token, because the next page in the frame can
 * read it.
 */
export interface Boot {
  kind: PlayerState["kind"];
  mostCharacters: number;
  /** The content's initial values. */
  seed: Record<string, string>;
  sequencing: SequencingSnapshot | null;
  /** Calls that an earlier page of the content has made. */
  calls: Call[];
}

/** Writes the name of the content's window, which its first script can read at once. */
export function writeBoot(boot: Boot): string {
  return JSON.stringify({ ...boot, mark: MARK });
}

/** Reads a window's name; null for one not written by `writeBoot`. */
export function readBoot(name: string): Boot | null {
  if (!name.includes(MARK)) return null;
  try {
    const boot = JSON.parse(name) as Boot & { mark?: unknown };
    return boot.mark === MARK ? boot : null;
  } catch {
    return null;
  }
}

export const toMessage = ([name, given]: Call) => ({ mark: MARK, name, given });

/** Reads a call from a message of content; null for any other message. */
export function readCall(data: unknown): Call | null {
  if (typeof data !== "object" || data === null) return null;
  const { mark, name, given } = data as { mark?: unknown; name?: unknown; given?: unknown };
  return mark === MARK && typeof name === "string" && Array.isArray(given) ? [name, given as unknown[]] : null;
}

/** Records what content in a sandbox needs of the sequencing. */
export function takeSnapshot(sequencing: Sequencing, item: Item | null, identifiers: string[]): SequencingSnapshot {
  const targets = item?.details.dataMaps?.map(({ targetID }) => targetID) ?? [];
  return {
    item,
    objectives: item ? sequencing.objectivesFor(item.identifier) : [],
    data: Object.fromEntries(targets.map((id) => [id, sequencing.getData(id) ?? ""])),
    mayContinue: sequencing.mayContinue(),
    mayGoBack: sequencing.mayGoBack(),
    mayChoose: identifiers.filter((id) => sequencing.mayChoose(id)),
    mayJump: identifiers.filter((id) => sequencing.mayJump(id)),
  };
}

/**
 * Answers the data model's questions about the sequencing from a snapshot. Shared data is kept for the content's own
 * session.
 */
export function sequencingFrom(snapshot: SequencingSnapshot): Sequencing {
  const data = new Map(Object.entries(snapshot.data));
  const answers: Partial<Sequencing> = {
    objectivesFor: () => snapshot.objectives,
    getData: (id) => data.get(id) ?? "",
    keepData: (id, value) => void data.set(id, value),
    take: () => {},
    mayContinue: () => snapshot.mayContinue,
    mayGoBack: () => snapshot.mayGoBack,
    mayChoose: (target) => snapshot.mayChoose.includes(target),
    mayJump: (target) => snapshot.mayJump.includes(target),
  };
  return answers as Sequencing;
}
