import { createDataModel } from "./data-model.ts";
import type { Command, CourseView, TocItem } from "./messages.ts";
import type { SequencingSnapshot } from "./sandbox/boot.ts";
import type { createStage } from "./session.ts";
import type { Item } from "./item.ts";
import type { PlayerState, Sco } from "./state.ts";

export interface Course {
  start: () => Promise<void>;
  command: (command: Command, target?: string) => Promise<void>;
  /** The content has ended its session; whether its attempt continues later. */
  terminated: (isSuspended: boolean) => void;
  /** What content in a sandbox needs of the sequencing; null without sequencing. */
  snapshot: () => SequencingSnapshot | null;
  /** The learner closes the window. */
  close: () => Promise<void>;
}

/** Plays a SCORM 1.2 course: its SCOs are a list, and each may be opened at any time. */
export async function course12(
  state: PlayerState,
  stage: () => ReturnType<typeof createStage>,
  onView: (view: CourseView) => void,
): Promise<Course> {
  const model = createDataModel("scorm_1_2");
  const done = new Set(state.scos.filter(isDone).map(({ identifier }) => identifier));

  return {
    async start() {
      const suspended = state.scos.find((sco) => sco.isSuspended && !isDone(sco));
      await open(suspended ?? state.scos.find((sco) => !isDone(sco)) ?? state.scos[0]!);
    },
    async command(command, target) {
      const at = state.scos.findIndex((sco) => sco === stage().current());
      const next =
        command === "choice"
          ? state.scos.find(({ identifier }) => identifier === target)
          : state.scos[at + (command === "previous" ? -1 : 1)];
      if (next && (command === "choice" || command === "continue" || command === "previous")) await open(next);
    },
    terminated(isSuspended) {
      const sco = stage().current();
      const status = model.read("cmi.core.lesson_status");
      // The server completes content that ends without a status, unless it is suspended (ADR 061).
      const isSettled = status === "not attempted" && !isSuspended && model.read("cmi.core.exit") !== "suspend";
      if (sco && (isSettled || /^(passed|completed)$/.test(status))) done.add(sco.identifier);
      show();
    },
    snapshot: () => null,
    close: () => stage().unload(),
  };

  async function open(sco: Sco) {
    await stage().show(sco, model);
    if (sco.kind === "asset") done.add(sco.identifier);
    show();
  }

  function show() {
    const current = stage().current();
    const at = state.scos.findIndex((sco) => sco === current);
    const isAlone = state.scos.length === 1;
    const enabled = (is: boolean) => (isAlone ? "hidden" : is ? "enabled" : "disabled");
    onView({
      toc: isAlone ? [] : state.organization.children.flatMap(tocItem),
      current: current?.identifier ?? null,
      controls: {
        previous: enabled(at > 0),
        continue: enabled(at < state.scos.length - 1),
        exitAll: "hidden",
        suspendAll: "hidden",
      },
      hasEnded: false,
    });
  }

  function tocItem(item: Item): TocItem[] {
    if (!item.isVisible) return [];
    const { identifier, title, isLaunchable } = item;
    const children = item.children.flatMap(tocItem);
    return [{ identifier, title, isLaunchable, isEnabled: isLaunchable, isDone: done.has(identifier), children }];
  }
}

const isDone = ({ completion, success }: Sco) => completion === "completed" || success === "passed";
