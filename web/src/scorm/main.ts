import { type Course, course12 } from "./course12.ts";
import { course2004 } from "./course2004.ts";
import { type FromApplication, type FromPlayer, marked, ours } from "./messages.ts";
import { createQueue } from "./queue.ts";
import { createStage } from "./session.ts";
import { loadState, type PlayerState } from "./state.ts";

// The page is framed by the application, or stands in a window that it opened.
const application: Window | null = window.parent === window ? (window.opener as Window | null) : window.parent;

// Content walks up its parents until it finds its API or a window that is its own parent. It may look for the other version's
// first, and would then run into the application's window, which throws: for content, this page is the outermost.
Object.defineProperty(window, "parent", { value: window });

void loadState().then(play, (error: unknown) => {
  console.warn("The session could not be opened.", error);
  const notice = document.getElementById("notice")!;
  notice.textContent = "This session is over. Close this window and start again.";
  notice.hidden = false;
});

async function play(state: PlayerState) {
  const tell = (message: FromPlayer) => application?.postMessage(marked(message), state.origin);
  tell({ type: "hello" });

  const queue = createQueue({
    firstSequence: state.lastSequence,
    onChange: (queued) => tell({ type: "queue", ...queued }),
    onStopped: (refused) => tell({ type: "stopped", reason: refused.message }),
  });
  const stage: ReturnType<typeof createStage> = createStage({
    state,
    queue,
    onLoading: () => tell({ type: "loading" }),
    onLoaded: () => tell({ type: "loaded" }),
    onTerminated: () => course.terminated(),
  });
  const course: Course = await (state.kind === "scorm_1_2"
    ? course12(
        state,
        () => stage,
        (view) => tell({ type: "view", view }),
      )
    : course2004(
        state,
        () => stage,
        queue,
        (view) => tell({ type: "view", view }),
      ));

  let work: Promise<unknown> = course.start().catch(failed);
  const inTurn = (next: () => Promise<unknown>) => {
    const before = work;
    work = (async () => {
      await before;
      await next();
    })().catch(failed);
  };

  addEventListener("message", ({ source, origin, data }) => {
    if (source !== application || origin !== state.origin) return;
    const message = ours<FromApplication>(data);
    if (message?.type === "command") inTurn(() => course.command(message.command, message.target));
    if (message?.type === "close")
      inTurn(async () => {
        await course.close();
        await queue.flush();
        tell({ type: "closed" });
      });
  });
  addEventListener("pagehide", () => queue.leave());
  addEventListener("pageshow", () => queue.stay());
  document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && queue.hide());

  function failed(error: unknown) {
    console.warn("The package could not go on.", error);
    tell({ type: "stopped", reason: error instanceof Error ? error.message : "" });
  }
}
