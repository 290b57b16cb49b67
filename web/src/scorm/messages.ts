/**
 * Messages between the player page, on the content origin, and the application. Content shares the page's origin and
 * may forge its messages: they decide nothing and are only shown. The server decides by its own calls.
 */
export type FromPlayer =
  /** The page is loaded. From its own window this comes with a port, which carries all other messages. */
  | { type: "hello" }
  /** A SCO is loading, or loaded. */
  | { type: "loading" }
  | { type: "loaded" }
  /** Calls that have not reached the server yet; the application stores them where no content can read them. */
  | { type: "queue"; waiting: QueuedCall[]; isFailing: boolean; hasSaved: boolean }
  | { type: "view"; view: CourseView }
  /** A reported value is not stored: the attempt is full, or the server rejected it. */
  | { type: "lost"; why: Loss }
  /** The session cannot continue: opened elsewhere, or over. */
  | { type: "stopped"; reason: string }
  /** Everything is sent and the content is unloaded: the window may be closed. */
  | { type: "closed" }
  /** A page in its own window was closed or navigated away. */
  | { type: "left" };

export type FromApplication =
  /** Show the AU or xAPI package of this address. */
  | { type: "open"; url: string; title: string }
  | { type: "command"; command: Command; target?: string }
  /** Unload the content and send its last values. */
  | { type: "close" }
  /** A notice for the learner in its own window, beside the content or, when it is over, instead of it. */
  | { type: "notice"; text: string; isOver: boolean }
  /** The application's page is closing, and with it the storage of unsent calls: windows must not outlive it. */
  | { type: "gone" };

export type Command = "continue" | "previous" | "exitAll" | "suspendAll" | "choice";

/**
 * Why a value is not stored: the attempt is full, it was rejected, or it arrived after the unit was opened on another
 * device.
 */
export type Loss = "full" | "refused" | "late";

/** A bridge call to be sent. */
export interface QueuedCall {
  path: string;
  body: Record<string, unknown>;
  /** Its number in the session; null when order does not matter. */
  sequence: number | null;
  /** When it was made, in ISO 8601. */
  at?: string;
}

/** The table of contents and the navigation around the content. */
export interface CourseView {
  toc: TocItem[];
  current: string | null;
  controls: Record<"continue" | "previous" | "exitAll" | "suspendAll", "hidden" | "disabled" | "enabled">;
  hasEnded: boolean;
  /** Nothing is shown, because the activity that follows or was chosen is closed now. */
  isBlank?: boolean;
  /** Nothing could be opened, because the learner has used all attempts. */
  isUsedUp?: boolean;
}

export interface TocItem {
  identifier: string;
  title: string;
  isLaunchable: boolean;
  isEnabled: boolean;
  isDone: boolean;
  /** The learner has used all attempts at it. */
  isUsedUp?: boolean;
  children: TocItem[];
}

const MARK = "cairn-scorm";

export const marked = <Message extends object>(message: Message) => ({ ...message, mark: MARK });

/** Returns a message of the product, or null: content may post anything. */
export function readMessage<Message extends { type: string }>(data: unknown): Message | null {
  const isOurs = typeof data === "object" && data !== null && "mark" in data && data.mark === MARK && "type" in data;
  return isOurs ? (data as unknown as Message) : null;
}
