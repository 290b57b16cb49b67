import type { Control, View } from "./player.ts";

/** One action or check of the learner. */
export type Act =
  | { press: Control }
  | { choose: string }
  /** Leaves the course for good. */
  | { exit: true }
  /** Opens a package; null opens the current one again. */
  | { open: string | null }
  /** The sequencing session must have ended. */
  | { hasEnded: true };

const relaunch: Act = { open: null };
const exit: Act = { exit: true };
const hasEnded: Act = { hasEnded: true };

const ACTS: Record<string, Act[]> = {
  Continue: [{ press: "continue" }],
  Previous: [{ press: "previous" }],
  ContinueExitCM8: [{ press: "continue" }, relaunch],
  Exit: [exit],
  TRIGExitAll: [exit],
  ExitCM09ba: [exit, relaunch],
  RelaunchCM11: [exit, relaunch],
  SuspendCM09ca: [{ press: "suspendAll" }, relaunch],
  RelaunchCM5: [relaunch],
  RelaunchCM10: [relaunch, { choose: "Activity 4" }],
  RelaunchCM16: [relaunch],
  RelaunchOB3b: [relaunch],
  RelaunchRU13e: [relaunch],
  RelaunchRU14a: [relaunch],
  RelaunchRU14b: [relaunch],
  RelaunchRU14c: [relaunch],
  RelaunchRU14d: [relaunch],
  RelaunchSX4a: [relaunch],
  AutoTest: [hasEnded],
  HasEnded: [],
  APIt1: [{ choose: "API Implementation Test 1" }],
  APIt2: [{ choose: "API Implementation Test 2" }],
  DMIt1: [{ choose: "Data Model Implementation Test 1" }],
  DMIt2: [{ choose: "Data Model Implementation Test 2" }],
  DMIt3: [{ choose: "Data Model Implementation Test 3" }],
  DMIt4: [{ choose: "Data Model Implementation Test 4" }],
  DMBx: [relaunch],
  DMBxAct: [relaunch, { choose: "Data Model Behavior Test 1" }],
  ReLaunchDDMa: [{ open: "DDMa" }],
  ReLaunchDDMb: [{ open: "DDMb" }],
};

/** Parses the suite's instruction, such as 'Choice~Activity 3'. */
export function parseActs(instruction: string, packageName: string): Act[] {
  const [word = "", about = ""] = instruction.split("~");
  if (word === "Choice" || word === "ChoiceExit") return [{ choose: parseTitle(about) }];
  if (word === "RootSX4b") return [{ choose: rootTitle(packageName) }];
  if (word === "exitlaunch") return [exit, { open: about }];
  if (word === "autoendrelaunch") return [{ open: about }];
  const acts = ACTS[word];
  if (!acts) throw new Error(`The suite tells the learner what is not known here: '${instruction}'`);
  return acts;
}

/** Returns whether what a question such as `toc.visible@Activity 7` asks for is visible. */
export function isSo(question: string, { toc, controls }: View): boolean {
  const [what = "", about = ""] = question.split("@");
  const entry = toc.find(({ title }) => title === parseTitle(about));
  switch (what) {
    case "continue.enabled":
      return controls.continue === "enabled";
    // A hidden control is as unusable as a disabled one, and the suite does not distinguish them.
    case "continue.disabled":
      return controls.continue !== "enabled";
    case "previous.enabled":
      return controls.previous === "enabled";
    case "previous.disabled":
      return controls.previous !== "enabled";
    case "toc.enabled":
      return toc.some(({ isEnabled }) => isEnabled);
    case "toc.enabled.selectable":
      return entry?.isEnabled ?? false;
    case "toc.visible":
      return entry !== undefined;
    case "click.button":
      return true;
    default:
      throw new Error(`The suite asks what is not known here: '${question}'`);
  }
}

/** 'the activity that corresponds to the root of "…"' is the one with that title. */
const parseTitle = (about: string) => /root of "(.+)"/.exec(about)?.[1] ?? about;
const rootTitle = (packageName: string) => `LMS Test Content Package ${packageName}`;
