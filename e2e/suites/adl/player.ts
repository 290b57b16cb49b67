import type { Examiner } from "./examiner.ts";

export type Control = "continue" | "previous" | "exitAll" | "suspendAll";

/** What a learner sees around the content. */
export interface View {
  /** Everything in the table of contents, the outer before what it holds. */
  toc: { title: string; isEnabled: boolean }[];
  controls: Record<Control, "hidden" | "disabled" | "enabled">;
  hasEnded: boolean;
}

/** A player of packages, and the hands of the learner in front of it. */
export interface Player {
  /** Opens a package as the same learner, at first or again. */
  open: (name: string) => Promise<void>;
  /** Closes the window, as one does who logs out. */
  leave: () => Promise<void>;
  look: () => Promise<View>;
  press: (control: Control) => Promise<void>;
  choose: (title: string) => Promise<void>;
  /** Waits until nothing moves any more; for long where something has to come. */
  settle: (hasToCome: boolean) => Promise<void>;
  /** The content's questions for the learner, while it waits for the answers. */
  asked: () => { questions: string[]; answer: (answers: string[]) => Promise<void> } | null;
  /** Ends whatever was begun for this test case. */
  end: () => Promise<void>;
}

/** Where test cases are played. */
export interface Place {
  /** Makes a player for one test case; its content reports to the examiner. */
  playerFor: (examiner: Examiner) => Promise<Player>;
  end: () => Promise<void>;
  /** Under which id the learner is known to content; null where it does not matter. */
  learnerId: string | null;
}
