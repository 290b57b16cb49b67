import type { Examiner } from "./examiner.ts";

export type Control = "continue" | "previous" | "exitAll" | "suspendAll";

/** What a learner sees around the content. */
export interface View {
  /** The whole table of contents, parents before children. */
  toc: { title: string; isEnabled: boolean }[];
  controls: Record<Control, "hidden" | "disabled" | "enabled">;
  hasEnded: boolean;
}

/** A player of packages, used as a learner does. */
export interface Player {
  /** Opens a package as the same learner, for the first time or again. */
  open: (name: string) => Promise<void>;
  /** Closes the window, as at sign-out. */
  leave: () => Promise<void>;
  look: () => Promise<View>;
  press: (control: Control) => Promise<void>;
  choose: (title: string) => Promise<void>;
  /** Waits until nothing changes any more; longer when a change is expected. */
  settle: (hasToCome: boolean) => Promise<void>;
  /** The content's questions for the learner, while it waits for the answers. */
  asked: () => { questions: string[]; answer: (answers: string[]) => Promise<void> } | null;
  /** Ends everything that was started for this test case. */
  end: () => Promise<void>;
}

/** An environment that plays test cases. */
export interface Place {
  /** Creates a player for one test case; its content reports to the examiner. */
  playerFor: (examiner: Examiner) => Promise<Player>;
  end: () => Promise<void>;
  /** The learner's id in the content; null when it does not matter. */
  learnerId: string | null;
}
