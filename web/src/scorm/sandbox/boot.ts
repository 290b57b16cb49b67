import type { Sequencing } from "../sequencing/index.ts";
import type { Item, PlayerState } from "../state.ts";

const MARK = "cairn-content";

/** A call of the run-time: the name of the function and what content gave it. */
export type Call = [name: string, given: unknown[]];

/** What content in a sandbox has to know of the sequencing, as it is when the content is shown. */
export interface SequencingSnapshot {
  item: Item | null;
  objectives: Record<string, string>[];
  data: Record<string, string>;
  mayContinue: boolean;
  mayGoBack: boolean;
  mayChoose: string[];
  mayJump: string[];
}

/** Everything from which the run-time in a sandbox answers. It holds no token: whatever the frame shows next can read it. */
export interface Boot {
  kind: PlayerState["kind"];
  mostCharacters: number;
  /** The values that content finds. */
  seed: Record<string, string>;
  sequencing: SequencingSnapshot | null;
  /** What content has called since, on an earlier page of its own. */
  calls: Call[];
}

/** Writes what the content's window is given as its name, which its first script can read at once. */
export function writeBoot(boot: Boot): string {
  return JSON.stringify({ ...boot, mark: MARK });
}

/** Reads a window's name; null for one that was not given by `writeBoot`. */
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
export function callOf(data: unknown): Call | null {
  if (typeof data !== "object" || data === null) return null;
  const { mark, name, given } = data as { mark?: unknown; name?: unknown; given?: unknown };
  return mark === MARK && typeof name === "string" && Array.isArray(given) ? [name, given as unknown[]] : null;
}

/** Takes down what content in a sandbox has to know of the sequencing. */
export function takeSnapshot(sequencing: Sequencing, item: Item | null, identifiers: string[]): SequencingSnapshot {
  const targets = item?.details.dataMaps?.map(({ targetID }) => targetID) ?? [];
  return {
    item,
    objectives: item ? sequencing.objectivesFor(item.identifier) : [],
    data: Object.fromEntries(targets.map((id) => [id, sequencing.dataOf(id) ?? ""])),
    mayContinue: sequencing.mayContinue(),
    mayGoBack: sequencing.mayGoBack(),
    mayChoose: identifiers.filter((id) => sequencing.mayChoose(id)),
    mayJump: identifiers.filter((id) => sequencing.mayJump(id)),
  };
}

/** Answers from a snapshot what the data model asks of the sequencing. What content shares is kept for its own session. */
export function sequencingFrom(snapshot: SequencingSnapshot): Sequencing {
  const data = new Map(Object.entries(snapshot.data));
  const answers: Partial<Sequencing> = {
    objectivesFor: () => snapshot.objectives,
    dataOf: (id) => data.get(id) ?? "",
    keepData: (id, value) => void data.set(id, value),
    take: () => {},
    mayContinue: () => snapshot.mayContinue,
    mayGoBack: () => snapshot.mayGoBack,
    mayChoose: (target) => snapshot.mayChoose.includes(target),
    mayJump: (target) => snapshot.mayJump.includes(target),
  };
  return answers as Sequencing;
}
