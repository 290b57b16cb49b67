import { createApi, endApi, NO_HOOKS, type Recorded, type ScormApi } from "./api.ts";
import { findElement } from "./cmi/cmi-elements.ts";
import { type DataModel, objectiveIds } from "./data-model.ts";
import { type createQueue } from "./queue.ts";
import { createRoom } from "./room.ts";
import { withoutShared } from "./seed.ts";
import { base, loadSco, type PlayerState, type Sco } from "./state.ts";

const UNLOADS_WITHIN_MS = 4_000;
const CALLS_AT_ONCE = 50;
const CALLS_SENT_EVERY_MS = 10_000;

/** Why content is unloaded: for what comes next, because the whole course is suspended, or because its window closes. */
type Leaving = "next" | "suspendAll" | "closing";

/** Content about to be shown in a frame, with its initial values. */
export interface Shown {
  frame: HTMLIFrameElement;
  seed: Record<string, string>;
}

type Options = {
  state: PlayerState;
  queue: ReturnType<typeof createQueue>;
  onLoading: () => void;
  onLoaded: () => void;
  /** More was reported than fits. */
  onFull: () => void;
  /** The content is about to be removed. */
  onUnloading?: () => void;
  /** The content has ended its session, by itself or while it was unloaded; whether its attempt continues later. */
  onTerminated: (isSuspended: boolean) => void;
  /** Where content runs in a sandbox with an opaque origin and cannot reach the API object. */
  sandbox?: { prepare: (shown: Shown) => void; settle: () => Promise<void> } | null;
};

/** Shows one content object at a time in the frame, with its API object around it, and queues its calls. */
export function createStage(options: Options) {
  const { state, queue, onLoading, onLoaded, onFull, onUnloading, onTerminated, sandbox } = options;
  const name = state.kind === "scorm_1_2" ? "API" : "API_1484_11";
  const scope = window as unknown as Record<string, unknown>;
  let shown: { sco: Sco; model: DataModel; api: ScormApi; frame: HTMLIFrameElement; isUnloading: boolean } | null =
    null;
  let recorded: Recorded[] = [];
  let leaving: Leaving = "next";
  setInterval(() => shown && sendRecorded(shown.sco), CALLS_SENT_EVERY_MS);

  return {
    current: () => shown?.sco ?? null,
    /**
     * Unloads the current content, reads the whole state of the next in one request, and opens it.
     * @param resumes whether its last attempt continues
     */
    async show(sco: Sco, model: DataModel, resumes = false) {
      await unload();
      onLoading();
      await queue.flush();
      let found: Record<string, string> = {};
      let api: ScormApi;
      if (sco.kind === "sco") {
        let asked = "";
        let hasExit = false;
        const seed = (found = await loadSco(sco.uuid, resumes));
        model.reset();
        model.load(withoutShared(seed));
        api = createApi(state.kind, model, createRoom(seed, state.mostCharacters), {
          onFull,
          onInitialized: () => {
            queue.put("initialize", { ...context(sco), ...(resumes && { resumes }) });
            for (const [key, value] of objectiveIds(model))
              if (value !== "" && seed[key] !== value) queue.put("set-value", { ...context(sco), key, value });
          },
          onSet: (key, value) => {
            if (key === "adl.nav.request") asked = value;
            if (key === "cmi.exit") hasExit = true;
            // Shared data is stored with the course, not with a content object.
            if (key.startsWith("adl.data.")) return;
            const whole = findElement(state.kind, key)?.appends && { isWhole: true };
            queue.put("set-value", { ...context(sco), key, value, ...whole });
          },
          onCommitted: () => {
            queue.put("commit", context(sco));
            sendRecorded(sco);
          },
          onTerminated: () => {
            // Suspending the whole course keeps this attempt, whatever the content's exit (SN 4th Ed. UP.4). So does
            // closing the window, unless the content decided otherwise (ADR 061).
            const isClosed = leaving === "closing" && !hasExit && /^(_none_)?$/.test(asked);
            const isSuspended = asked === "suspendAll" || leaving === "suspendAll" || isClosed;
            finish(sco, isSuspended);
            onTerminated(isSuspended);
          },
          onCall: (call) => {
            recorded.push(call);
            // The end of a session belongs to its own attempt, not to the next one.
            if (recorded.length >= CALLS_AT_ONCE || /^(LMSFinish|Terminate)$/.test(call.call)) sendRecorded(sco);
          },
        });
      } else {
        // An asset reports nothing: it is complete when it is opened. One that makes calls is answered, and nothing of
        // it is stored.
        queue.put("initialize", context(sco));
        model.reset();
        api = createApi(state.kind, model, createRoom({}, state.mostCharacters), {
          ...NO_HOOKS,
          onTerminated: () => onTerminated(false),
        });
      }
      scope[name] = api;
      const frame = document.createElement("iframe");
      frame.title = sco.title ?? "";
      frame.allow = "autoplay; fullscreen; microphone; camera; clipboard-write; encrypted-media";
      if (!sco.url.startsWith("https:")) sandbox?.prepare({ frame, seed: found });
      frame.src = sco.url.startsWith("https:") ? sco.url : `${base}files/${sco.url}`;
      frame.addEventListener("load", onLoaded, { once: true });
      shown = { sco, model, api, frame, isUnloading: false };
      document.body.append(frame);
    },
    unload,
    /** Tells that the page is closing, or that it was not closed after all. */
    setClosing(isClosing: boolean) {
      if (state.kind === "scorm_2004") leaving = isClosing ? "closing" : "next";
    },
  };

  /**
   * Removes the content: navigates it to an empty page first, so that its unload handlers run. Content that does not
   * end its session is ended here as suspended, because it could not report that it was done.
   */
  async function unload(why: Leaving = "next"): Promise<void> {
    if (!shown || shown.isUnloading) return;
    leaving = why;
    const { frame, model, api, sco } = shown;
    shown.isUnloading = true;
    onUnloading?.();
    await new Promise<void>((resolve) => {
      frame.addEventListener("load", () => resolve(), { once: true });
      setTimeout(resolve, UNLOADS_WITHIN_MS);
      frame.contentWindow?.location.replace("about:blank");
    });
    if (sandbox) await sandbox.settle();
    frame.remove();
    if (sco.kind === "sco" && model.isInitialized()) {
      model.terminate("");
      finish(sco, true);
    }
    sendRecorded(sco);
    delete scope[name];
    endApi(api, state.kind);
    shown = null;
    leaving = "next";
  }

  function finish(sco: Sco, suspended = false) {
    queue.put("finish", suspended ? { ...context(sco), suspended } : context(sco));
  }

  function sendRecorded(sco: Sco) {
    if (recorded.length === 0 || state.isPreview) return;
    queue.put("calls", { ...context(sco), calls: recorded }, false);
    recorded = [];
  }

  function context(sco: Sco) {
    return { scoUuid: sco.uuid, scormId: state.scormId };
  }
}
