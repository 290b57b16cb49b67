import type { Details, Item } from "./item.ts";
import type { Shared, Shares } from "./sequencing/tracking.ts";

/** What the server sends the player page: see `playerState` and `scoState` of the server. */
export interface PlayerState {
  kind: "scorm_1_2" | "scorm_2004";
  scormId: number;
  /** The application's origin, the only one that receives messages. */
  origin: string;
  isPreview: boolean;
  /** Packages have no origin of their own here: content runs in a sandbox and communicates by messages. */
  isSandboxed: boolean;
  /** The most characters stored of one attempt, keys and values. */
  mostCharacters: number;
  organization: Item;
  sequencing: string | null;
  /** Whether the package shares its global objectives and its data. */
  globalToSystem: Shares;
  /** What the learner's packages have shared under this package's ids. */
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
  details: Details;
  completion: string;
  success: string;
  isSuspended: boolean;
}

/** `/scorm/<token>/`, or `/scorm/<token>/frame/`: the address of this page. */
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
/** Reads what the page around an AU or an xAPI package needs. */
export const loadFrame = () => read<Pick<PlayerState, "origin" | "isSandboxed">>("state");
/**
 * Reads the initial values of a content object; when its attempt `resumes`, those it has stored, however it ended. Waits
 * for a network or server that fails, as unsent calls do.
 */
export async function loadSco(uuid: string, resumes: boolean): Promise<Record<string, string>> {
  for (let failures = 0; ; failures++)
    try {
      return (await read<{ cmi: Record<string, string> }>(`sco/${uuid}${resumes ? "?resumes=true" : ""}`)).cmi;
    } catch (error) {
      if (isDecided(error)) throw error;
      console.warn("The content's values could not be read; it is tried again.", error);
      await pause(Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failures));
    }
}

/** Returns whether the server has refused a request, so that it cannot be repeated. */
export const isDecided = (error: unknown): error is Refused =>
  error instanceof Refused && error.status < 500 && error.status !== 429;

const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 20_000;

/** Waits so many milliseconds, or until the browser is online again. */
function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    addEventListener("online", end);
  });
}

/** Sends one bridge call. @throws Refused; whatever fetch throws when offline */
export async function send(
  path: string,
  body: object,
  { sequence, keepalive = false }: { sequence: number | null; keepalive?: boolean },
): Promise<void> {
  const response = await fetch(`/api/scorm/${path}`, {
    method: "POST",
    keepalive,
    // Content may set cookies too large for any server.
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
