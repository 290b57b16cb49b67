/**
 * What the player page, on the content origin, and the application say to each other. Content shares the page's origin and may
 * forge its messages: nothing that is said here decides anything, it is only shown. The server decides by its own calls.
 */
export type FromPlayer =
  /** The page is there. From a window of its own it comes with a port, by which all else is said. */
  | { type: "hello" }
  /** A SCO is being fetched, or is there. */
  | { type: "loading" }
  | { type: "loaded" }
  /** What has not reached the server yet; kept by the application, where no content can read it. */
  | { type: "queue"; waiting: QueuedCall[]; isFailing: boolean; hasSaved: boolean }
  | { type: "view"; view: CourseView }
  /** Something the content has said is not kept: there is no room for more of it, or the server did not take it. */
  | { type: "lost"; why: Loss }
  /** The session cannot go on: opened elsewhere, or over. */
  | { type: "stopped"; reason: string }
  /** Everything is sent, and the content is gone: the window may be closed. */
  | { type: "closed" }
  /** A page in a window of its own goes: it was closed, or led elsewhere. */
  | { type: "left" };

export type FromApplication =
  | { type: "command"; command: Command; target?: string }
  /** Unload the content, let it say its last words, and send them. */
  | { type: "close" }
  /** What the learner is to read in a window of its own, beside the content or, when it is over, in its place. */
  | { type: "notice"; text: string; isOver: boolean }
  /** The application's page goes, and with it what keeps calls that cannot be sent: no window outlives it. */
  | { type: "gone" };

export type Command = "continue" | "previous" | "exitAll" | "suspendAll" | "choice";

/** Why something is not kept: the attempt is full, it was refused, or it came after the unit was opened on another device. */
export type Loss = "full" | "refused" | "late";

/** A call of the bridge on its way to the server. */
export interface QueuedCall {
  path: string;
  body: Record<string, unknown>;
  /** Its place in the session; null for what may come in any order. */
  sequence: number | null;
  /** When it was made, in ISO 8601. */
  at?: string;
}

/** What surrounds the content: the table of contents and the ways on. */
export interface CourseView {
  toc: TocItem[];
  current: string | null;
  controls: Record<"continue" | "previous" | "exitAll" | "suspendAll", "hidden" | "disabled" | "enabled">;
  hasEnded: boolean;
}

export interface TocItem {
  identifier: string;
  title: string;
  isLaunchable: boolean;
  isEnabled: boolean;
  isDone: boolean;
  children: TocItem[];
}

const MARK = "cairn-scorm";

export const marked = <Message extends object>(message: Message) => ({ ...message, mark: MARK });

/** A message of ours, or null: content may post what it likes. */
export function ours<Message extends { type: string }>(data: unknown): Message | null {
  const isOurs = typeof data === "object" && data !== null && "mark" in data && data.mark === MARK && "type" in data;
  return isOurs ? (data as unknown as Message) : null;
}
