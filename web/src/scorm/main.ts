import { connect } from "./application.ts";
import { type Course, course12 } from "./course12.ts";
import { course2004 } from "./course2004.ts";
import { notice, OVER } from "./notice.ts";
import { followPopups } from "./popups.ts";
import { createQueue } from "./queue.ts";
import { hostSandboxed } from "./sandbox/player.ts";
import { createStage } from "./session.ts";
import { loadState, type PlayerState, Refused } from "./state.ts";
import { createTurns } from "./turns.ts";

void loadState().then(play, (error: unknown) => {
  console.warn("The session could not be opened.", error);
  notice(OVER, true);
});

async function play(state: PlayerState) {
  const application = connect(state.origin);
  if (!application) return notice(OVER, true);
  const { tell, listen, isOwn } = application;

  const queue = createQueue({
    firstSequence: state.lastSequence,
    onChange: (queued) => tell({ type: "queue", ...queued }),
    onRefused: () => tell({ type: "lost", why: "refused" }),
    onStopped: (refused) => tell({ type: "stopped", reason: refused.message }),
  });
  const popups = followPopups();
  const turns = createTurns(failed);
  const stage: ReturnType<typeof createStage> = createStage({
    state,
    queue,
    onLoading: () => tell({ type: "loading" }),
    onLoaded: () => {
      for (let index = 0; index < frames.length; index++) popups.follow(frames[index]!);
      tell({ type: "loaded" });
    },
    onFull: () => tell({ type: "lost", why: "full" }),
    // First, so that what they report while closing is still accepted.
    onUnloading: popups.closeAll,
    onTerminated: (isSuspended) => course.terminated(isSuspended),
    sandbox: state.isSandboxed ? hostSandboxed(state, () => course.snapshot()) : null,
  });
  const course: Course = await (state.kind === "scorm_1_2"
    ? course12(
        state,
        () => stage,
        (view) => tell({ type: "view", view }),
      )
    : course2004(state, {
        stage: () => stage,
        queue,
        onView: (view) => tell({ type: "view", view }),
        later: (work) =>
          turns.take(async () => {
            await new Promise((resolve) => setTimeout(resolve));
            await work();
          }),
      }));
  turns.take(() => course.start());

  listen((message) => {
    switch (message.type) {
      case "command": {
        const run = () => course.command(message.command, message.target);
        // A button that is pressed twice must not pass an activity by.
        return /^(continue|previous)$/.test(message.command) ? turns.takeIfIdle(run) : turns.take(run);
      }
      case "close":
        return turns.take(async () => {
          popups.closeAll();
          await course.close();
          await queue.flush();
          tell({ type: "closed" });
          if (isOwn) window.close();
        });
      case "notice":
        return notice(message.text, message.isOver);
      case "gone":
        return window.close();
    }
  });
  addEventListener("pagehide", () => {
    stage.setClosing(true);
    queue.leave();
    popups.closeAll();
    if (isOwn) tell({ type: "left" });
  });
  addEventListener("pageshow", () => {
    stage.setClosing(false);
    queue.stay();
  });
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && queue.hide());

  function failed(error: unknown) {
    console.warn("The package could not go on.", error);
    // Only the server's own words are for learners.
    tell({ type: "stopped", reason: error instanceof Refused ? error.message : "" });
  }
}
