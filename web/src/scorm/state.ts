import type { Shared, Shares } from "./sequencing/tracking.ts";
import type { SequencingDefinition } from "./sequencing/tree.ts";

/** What the server tells the player page: see `playerState` and `scoState` of the server. */
export interface PlayerState {
  kind: "scorm_1_2" | "scorm_2004";
  scormId: number;
  /** The application's origin: nobody else is spoken to. */
  origin: string;
  isPreview: boolean;
  /** Packages have no origin of their own here: content runs in a sandbox, and speaks to this page by messages. */
  isSandboxed: boolean;
  /** So much is kept of one attempt, keys and values. */
  mostCharacters: number;
  organization: Item;
  sequencing: string | null;
  /** Whether the package shares its global objectives and its data with others. */
  globalToSystem: Shares;
  /** What the learner's packages have shared under the ids of this one. */
  shared: Shared;
  lastSequence: number;
  scos: Sco[];
}

export interface Sco {
  uuid: string;
  identifier: string;
  title: string | null;
  kind: "sco" | "asset";
  url: string;
  details: {
    dataFromLms?: string;
    completionThreshold?: { completedByMeasure: boolean; minProgressMeasure: number; progressWeight: number };
    dataMaps?: { targetID: string; readSharedData: boolean; writeSharedData: boolean }[];
  };
  completion: string;
  success: string;
  isSuspended: boolean;
}

export interface Item {
  identifier: string;
  title: string;
  isVisible: boolean;
  isLaunchable: boolean;
  hideLmsUi: string[];
  sequencing?: SequencingDefinition;
  details: Sco["details"];
  children: Item[];
}

/** `/scorm/<token>/`, where this page stands. */
export const base = location.pathname;
const token = base.split("/")[2] ?? "";

export class Refused extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export const loadState = () => read<PlayerState>("state");
/** Reads what a content object finds; where its attempt `resumes`, it finds what it has stored, however it ended. */
export const loadSco = async (uuid: string, resumes: boolean) =>
  (await read<{ cmi: Record<string, string> }>(`sco/${uuid}${resumes ? "?resumes=true" : ""}`)).cmi;

/** Sends one call of the bridge. @throws Refused; whatever fetch throws when the line is down */
export async function send(
  path: string,
  body: object,
  { sequence, keepalive = false }: { sequence: number | null; keepalive?: boolean },
): Promise<void> {
  const response = await fetch(`/api/scorm/${path}`, {
    method: "POST",
    keepalive,
    // Content may set cookies so large that no server takes a request with them.
    credentials: "omit",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${token}`,
      ...(sequence !== null && { "x-scorm-sequence": String(sequence) }),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw await refusal(response);
}

async function read<T>(path: string): Promise<T> {
  const response = await fetch(base + path, { cache: "no-store", credentials: "omit" });
  if (!response.ok) throw await refusal(response);
  return (await response.json()) as T;
}

async function refusal(response: Response): Promise<Refused> {
  const body = (await response.json().catch(() => null)) as { error?: string } | null;
  return new Refused(response.status, body?.error ?? "");
}
