import { contentHasEnded } from "./corrections.ts";
import type { Course } from "./course12.ts";
import { type Library2004, library2004 } from "./library.ts";
import type { CourseView, TocItem } from "./messages.ts";
import type { createQueue } from "./queue.ts";
import type { createStage } from "./session.ts";
import type { Item, PlayerState } from "./state.ts";

/** What is kept on the server of where one stands: the activity tree as it would be if the learner left now, and shared data. */
interface Kept {
  tree: string;
  shared: Record<string, string>;
}

interface Validity {
  continue: boolean;
  previous: boolean;
  choice: Record<string, "true" | "false">;
  hideLmsUi: string[];
}

const NOTHING_VALID: Validity = { continue: false, previous: false, choice: {}, hideLmsUi: [] };

/** A course of SCORM 2004: the library's sequencing says what comes next, and what may be chosen (SN 4th Ed.). */
export async function course2004(
  state: PlayerState,
  stage: () => ReturnType<typeof createStage>,
  queue: ReturnType<typeof createQueue>,
  onView: (view: CourseView) => void,
): Promise<Course> {
  const make = await library2004();
  const tree = activity(state.organization);
  const launchable = countLaunchable(state.organization);
  let validity = NOTHING_VALID;
  let delivered: string | null = null;
  let hasEnded = false;
  /** A request of the learner, which goes before one of the content that is being unloaded for it. */
  let isCommanded = false;
  /** That request, until it is carried out. */
  let commanded: string | null = null;
  const library = make({
    activityTree: tree,
    eventListeners: {
      onActivityDelivery: ({ id }: { id: string }) => (delivered = id),
      onNavigationValidityUpdate: (update: Validity) => (validity = update),
      onSequencingSessionEnd: () => (hasEnded = true),
    },
  });

  return {
    async start() {
      const kept = readKept(state.sequencing);
      const isRestored = kept !== null && library.deserializeSequencingState(kept.tree);
      if (kept && isRestored) library.restoreSharedDataSnapshot(kept.shared);
      const goesOn = isRestored && library.processNavigationRequest("resumeAll");
      // Where the root lets nobody flow into it, the table of contents waits for a choice (SB.2.2-1).
      if (!goesOn) library.processNavigationRequest("start");
      // A single content object has no table of contents to choose it from.
      if (!goesOn && delivered === null && launchable === 1)
        library.processNavigationRequest("choice", state.scos[0]!.identifier);
      await follow();
    },
    async command(command, target) {
      isCommanded = true;
      hasEnded = false;
      delivered = null;
      commanded = command === "choice" ? `{target=${target}}choice` : command;
      await stage().unload(command === "suspendAll");
      isCommanded = false;
      // Content that was still open has ended with this request; else it is made now.
      if (commanded !== null) {
        if (command === "choice") library.processNavigationRequest("choice", target);
        else library.processNavigationRequest(command);
      }
      commanded = null;
      report(command === "suspendAll");
      await follow();
    },
    beforeTerminate() {
      delivered = null;
      contentHasEnded(library);
      if (!isCommanded) return;
      // One request at the end of the content, so that the rules after it are heard (SN 4th Ed. TB.2.3): they may lead elsewhere.
      const isTaken = commanded !== null && String(library.lmsSetValue("adl.nav.request", commanded)) === "true";
      if (isTaken) commanded = null;
      else library.lmsSetValue("adl.nav.request", "_none_");
    },
    terminated() {
      report();
      // The content that called is still on the stack, and is unloaded for what comes next.
      if (!isCommanded) setTimeout(() => void follow());
    },
    async close() {
      isCommanded = true;
      await stage().unload();
      if (!hasEnded) library.processNavigationRequest("suspendAll");
      report(true);
    },
  };

  /** Shows what was delivered, else where one is. */
  async function follow() {
    const next = delivered;
    delivered = null;
    if (next !== null) {
      const sco = state.scos.find(({ identifier }) => identifier === next);
      if (sco) {
        await stage().show(sco, library);
        report();
      }
    } else if (hasEnded) await stage().unload();
    show();
  }

  /** Tells the server what the course has come to, and where one would go on if one left now. */
  function report(isSuspended = false) {
    const root = library.getActivityTrackingData(state.organization.identifier);
    const sco = stage().current() ?? state.scos[0]!;
    const completion =
      root?.completionStatus === "completed"
        ? "completed"
        : root?.completionStatus === "incomplete"
          ? "incomplete"
          : "unknown";
    const success =
      root?.successStatus === "passed" || root?.successStatus === "failed" ? root.successStatus : "unknown";
    const kept: Kept = {
      tree: isSuspended ? library.serializeSequencingState() : asIfSuspended(),
      shared: library.captureSharedDataSnapshot(),
    };
    queue.put(
      "sequencing",
      {
        scoUuid: sco.uuid,
        scormId: state.scormId,
        state: JSON.stringify(kept),
        completion,
        success,
        measure: root?.score ?? null,
      },
      false,
    );
  }

  /** A browser that is closed tells nobody: what is kept is what a copy of the tree is after 'suspend all'. */
  function asIfSuspended(): string {
    const now = library.serializeSequencingState();
    if (hasEnded || !currentId()) return now;
    const copy: Library2004 = make({ activityTree: tree });
    if (!copy.deserializeSequencingState(now) || !copy.processNavigationRequest("suspendAll")) return now;
    return copy.serializeSequencingState();
  }

  function currentId(): string | null {
    return library.getSequencingState()?.currentActivity?.id ?? null;
  }

  function show() {
    const hidden = new Set(validity.hideLmsUi);
    const isAlone = launchable === 1;
    const control = (name: "continue" | "previous" | "exitAll" | "suspendAll", isValid: boolean) =>
      hidden.has(name) ? "hidden" : isValid ? "enabled" : "disabled";
    const isActive = currentId() !== null && !hasEnded;
    onView({
      toc: isAlone ? [] : [tocItem(state.organization)].flatMap((root) => root?.children ?? []),
      current: currentId(),
      controls: {
        continue: isAlone ? "hidden" : control("continue", isActive && validity.continue),
        previous: isAlone ? "hidden" : control("previous", isActive && validity.previous),
        exitAll: control("exitAll", isActive),
        suspendAll: control("suspendAll", isActive),
      },
      hasEnded,
    });
  }

  function tocItem(item: Item): TocItem | null {
    const tracking = library.getActivityTrackingData(item.identifier);
    const children = item.children.flatMap((child) => tocItem(child) ?? []);
    // What is not visible has no line of its own; what stands below it may.
    if (!item.isVisible && children.length === 0) return null;
    return {
      identifier: item.identifier,
      title: item.isVisible ? item.title : "",
      isLaunchable: item.isLaunchable,
      isEnabled: isChoosable(item.identifier),
      isDone: tracking?.completionStatus === "completed" || tracking?.successStatus === "passed",
      children,
    };
  }

  /** Before anything is delivered nothing has been worked out yet: then the request itself is the test. */
  function isChoosable(identifier: string): boolean {
    const known = validity.choice[identifier];
    return known === undefined ? currentId() === null : known === "true";
  }
}

/** An item of the manifest as the library has activities. The limit of time is the content's to see, and not the tree's. */
function activity(item: Item): object {
  const { attemptAbsoluteDurationLimit: _, ...sequencing } = item.sequencing ?? {};
  const { completionThreshold, dataMaps, dataFromLms } = item.details;
  return {
    id: item.identifier,
    title: item.title,
    isVisible: item.isVisible,
    hideLmsUi: item.hideLmsUi,
    ...(completionThreshold && { completionThreshold }),
    ...(dataMaps && { sharedDataMaps: dataMaps }),
    ...(dataFromLms !== undefined && { launchData: dataFromLms }),
    ...inPercent(sequencing),
    children: item.children.map(activity),
  };
}

/** The manifest counts a share from 0 to 1 (CAM 4th Ed. 5.1.7.1), the library from 0 to 100. */
function inPercent({ rollupRules, ...sequencing }: Record<string, unknown>): object {
  if (!rollupRules) return sequencing;
  const { rules } = rollupRules as { rules: { minimumPercent: number }[] };
  return {
    ...sequencing,
    rollupRules: { rules: rules.map((rule) => ({ ...rule, minimumPercent: rule.minimumPercent * 100 })) },
  };
}

function countLaunchable(item: Item): number {
  return item.children.reduce((sum, child) => sum + countLaunchable(child), item.isLaunchable ? 1 : 0);
}

function readKept(text: string | null): Kept | null {
  try {
    const kept = JSON.parse(text ?? "null") as Kept | null;
    return kept && typeof kept.tree === "string" ? kept : null;
  } catch {
    return null;
  }
}
