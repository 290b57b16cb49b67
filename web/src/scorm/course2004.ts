import type { Course } from "./course12.ts";
import { createDataModel2004 } from "./data-model2004.ts";
import type { Command, CourseView, TocItem } from "./messages.ts";
import type { createQueue } from "./queue.ts";
import { takeSnapshot } from "./sandbox/boot.ts";
import { createSequencing, type Outcome } from "./sequencing/index.ts";
import type { ContentsItem } from "./sequencing/valid-requests.ts";
import type { createStage } from "./session.ts";
import type { Item } from "./item.ts";
import type { PlayerState } from "./state.ts";

interface Options {
  stage: () => ReturnType<typeof createStage>;
  queue: ReturnType<typeof createQueue>;
  onView: (view: CourseView) => void;
  /** Runs work after what runs already, and after the content's call that asks for it; reports its failure. */
  later: (work: () => Promise<unknown>) => void;
}

/** Plays a SCORM 2004 course: its sequencing decides what is delivered and what may be chosen (SN 4th Ed.). */
export async function course2004(state: PlayerState, { stage, queue, onView, later }: Options): Promise<Course> {
  const items = new Map(everyItem(state.organization).map((item) => [item.identifier, item]));
  const isAlone = [...items.values()].filter(({ isLaunchable }) => isLaunchable).length === 1;
  const { shared, globalToSystem: shares } = state;
  const sequencing = createSequencing(state.organization, { kept: state.sequencing, shares, shared });
  const dataModel = createDataModel2004(sequencing, deliveredItem, report);
  let hasEnded = false;
  /** A request of the learner takes precedence over one of the content that is unloaded for it. */
  let isCommanded = false;
  /** The current content has ended its session. */
  let isOver = false;
  /** Nothing can be opened because all attempts are used up. */
  let isUsedUp = false;

  return {
    async start() {
      let outcome = sequencing.request({ kind: "resumeAll" });
      // Where the root forbids flow, the table of contents waits for a choice (SB.2.2-1).
      if (!outcome.isValid) outcome = sequencing.request({ kind: "start" });
      // A single content object has no table of contents to choose it from.
      if (outcome.delivered === null && isAlone)
        outcome = sequencing.request({ kind: "choice", target: state.scos[0]!.identifier });
      isUsedUp = outcome.delivered === null && state.scos.every(({ identifier }) => sequencing.isUsedUp(identifier));
      await follow(outcome);
    },
    async command(command, target) {
      if (!isValid(command, target)) return;
      isCommanded = true;
      await stage().unload(command === "suspendAll" ? "suspendAll" : "next");
      isCommanded = false;
      await follow(
        sequencing.request(command === "choice" ? { kind: command, target: target ?? "" } : { kind: command }),
      );
    },
    terminated(isSuspended) {
      isOver = !isSuspended;
      const asked = isCommanded ? null : dataModel.asked();
      const outcome = asked && sequencing.request(asked);
      report();
      show();
      // The calling content is still on the stack and is unloaded for the next delivery.
      if (outcome?.isValid) later(() => follow(outcome));
    },
    snapshot: () => takeSnapshot(sequencing, deliveredItem(), [...items.keys()]),
    async close() {
      isCommanded = true;
      await stage().unload("closing");
      // As if suspended: content that has ended counts as over, as it did when it ended.
      report();
    },
  };

  /** Shows what was delivered; removes content that ended without a successor. */
  async function follow({ delivered, hasEnded: ends }: Outcome) {
    const sco = state.scos.find(({ identifier }) => identifier === delivered);
    // A finished single content object leaves nothing to continue with.
    hasEnded = ends || (isAlone && !sco);
    if (sco) {
      isOver = sco.kind === "asset";
      // A finished single content object starts a new attempt, as such content expects.
      await stage().show(sco, dataModel, sequencing.isResumed() && !isAlone);
    } else await stage().unload();
    report();
    show();
  }

  /**
   * Reports the course's status and where it would continue if it were closed now, because a closing browser reports
   * nothing.
   */
  function report() {
    const { completed, satisfied, measure } = sequencing.result(isOver);
    const changes = sequencing.changes();
    queue.put("sequencing", {
      scoUuid: (stage().current() ?? state.scos[0]!).uuid,
      scormId: state.scormId,
      state: sequencing.written(true),
      completion: completed === undefined ? "unknown" : completed ? "completed" : "incomplete",
      success: satisfied === undefined ? "unknown" : satisfied ? "passed" : "failed",
      measure: measure ?? null,
      ...(changes && { shared: changes }),
    });
  }

  function isValid(command: Command, target: string | undefined): boolean {
    switch (command) {
      case "continue":
        return sequencing.mayContinue();
      case "previous":
        return sequencing.mayGoBack();
      case "choice":
        return sequencing.mayChoose(target ?? "");
      default:
        return sequencing.current() !== null;
    }
  }

  function deliveredItem(): Item | null {
    return items.get(sequencing.current() ?? "") ?? null;
  }

  function show() {
    const current = sequencing.current();
    const hidden = new Set(deliveredItem()?.hideLmsUi);
    const control = (name: "continue" | "previous" | "exitAll" | "suspendAll", isEnabled: boolean) =>
      hidden.has(name) ? "hidden" : isEnabled ? "enabled" : "disabled";
    onView({
      toc: isAlone ? [] : sequencing.contents().flatMap(tocItem),
      current,
      controls: {
        continue: isAlone ? "hidden" : control("continue", sequencing.mayContinue()),
        previous: isAlone ? "hidden" : control("previous", sequencing.mayGoBack()),
        exitAll: control("exitAll", current !== null),
        suspendAll: control("suspendAll", current !== null),
      },
      hasEnded,
      isBlank: current !== null && stage().current() === null,
      isUsedUp,
    });
  }

  function tocItem({ id, isShown, isEnabled, children: below }: ContentsItem): TocItem[] {
    const item = items.get(id)!;
    const children = below.flatMap(tocItem);
    // An invisible item has no entry of its own, but its children may.
    if (!isShown && children.length === 0) return [];
    const { completed, satisfied } = sequencing.findKnown(id);
    return [
      {
        identifier: id,
        title: isShown ? item.title : "",
        isLaunchable: item.isLaunchable,
        isEnabled,
        isDone: completed === true || satisfied === true,
        isUsedUp: item.isLaunchable && sequencing.isUsedUp(id),
        children,
      },
    ];
  }
}

function everyItem(item: Item): Item[] {
  return [item, ...item.children.flatMap(everyItem)];
}
