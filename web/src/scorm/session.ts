import { createApi, type Recorded } from "./api.ts";
import { elementOf } from "./cmi/cmi-elements.ts";
import { type DataModel, objectiveIds } from "./data-model.ts";
import { type createQueue } from "./queue.ts";
import { createRoom } from "./room.ts";
import { withoutShared } from "./seed.ts";
import { base, loadSco, type PlayerState, type Sco } from "./state.ts";

const UNLOADS_WITHIN_MS = 4_000;
const CALLS_AT_ONCE = 50;
const CALLS_SENT_EVERY_MS = 10_000;

/** Content that is about to be shown in a frame, with the values it finds. */
export interface Shown {
  frame: HTMLIFrameElement;
  seed: Record<string, string>;
}

type Options = {
  state: PlayerState;
  queue: ReturnType<typeof createQueue>;
  onLoading: () => void;
  onLoaded: () => void;
  /** More is said than there is room for. */
  onFull: () => void;
  /** The content has ended its session, by itself or while it was unloaded. */
  onTerminated: () => void;
  /** Where content runs in a sandbox without an origin, and cannot reach the API object. */
  sandbox?: { prepare: (shown: Shown) => void; settle: () => Promise<void> } | null;
};

/** One content object at a time in the frame, with its API object around it and its calls on their way to the server. */
export function createStage({ state, queue, onLoading, onLoaded, onFull, onTerminated, sandbox }: Options) {
  const name = state.kind === "scorm_1_2" ? "API" : "API_1484_11";
  const scope = window as unknown as Record<string, unknown>;
  let shown: { sco: Sco; model: DataModel; frame: HTMLIFrameElement; isUnloading: boolean } | null = null;
  let recorded: Recorded[] = [];
  let isPutAside = false;
  setInterval(() => shown && sendRecorded(shown.sco), CALLS_SENT_EVERY_MS);

  return {
    current: () => shown?.sco ?? null,
    /**
     * Unloads what is there, reads the whole state of the next in one request, and opens it.
     * @param resumes whether the attempt goes on that was made at it last
     */
    async show(sco: Sco, model: DataModel, resumes = false) {
      await unload();
      onLoading();
      await queue.flush();
      let found: Record<string, string> = {};
      if (sco.kind === "sco") {
        let asked = "";
        const seed = (found = await loadSco(sco.uuid, resumes));
        model.reset();
        model.load(withoutShared(seed));
        scope[name] = createApi(state.kind, model, createRoom(seed, state.mostCharacters), {
          onFull,
          onInitialized: () => {
            queue.put("initialize", { ...context(sco), ...(resumes && { resumes }) });
            for (const [key, value] of objectiveIds(model))
              if (value !== "" && seed[key] !== value) queue.put("set-value", { ...context(sco), key, value });
          },
          onSet: (key, value) => {
            if (key === "adl.nav.request") asked = value;
            // Shared data is kept with the course, and not with one of its content objects.
            if (key.startsWith("adl.data.")) return;
            const whole = elementOf(state.kind, key)?.appends && { isWhole: true };
            queue.put("set-value", { ...context(sco), key, value, ...whole });
          },
          onCommitted: () => {
            queue.put("commit", context(sco));
            sendRecorded(sco);
          },
          onTerminated: () => {
            // Who puts the whole course aside finds this attempt again, whatever the content says of its own exit (SN 4th Ed. UP.4).
            finish(sco, asked === "suspendAll" || isPutAside);
            onTerminated();
          },
          onCall: (call) => {
            recorded.push(call);
            if (recorded.length >= CALLS_AT_ONCE) sendRecorded(sco);
          },
        });
      } else {
        // An asset says nothing: to be opened is all there is to it. One that speaks all the same is answered, and nothing of it is kept.
        queue.put("initialize", context(sco));
        model.reset();
        const nothing = () => {};
        scope[name] = createApi(state.kind, model, createRoom({}, state.mostCharacters), {
          onFull: nothing,
          onInitialized: nothing,
          onSet: nothing,
          onCommitted: nothing,
          onCall: nothing,
          onTerminated,
        });
      }
      const frame = document.createElement("iframe");
      frame.title = sco.title ?? "";
      frame.allow = "autoplay; fullscreen; microphone; camera; clipboard-write; encrypted-media";
      if (!sco.url.startsWith("https:")) sandbox?.prepare({ frame, seed: found });
      frame.src = sco.url.startsWith("https:") ? sco.url : `${base}files/${sco.url}`;
      frame.addEventListener("load", onLoaded, { once: true });
      shown = { sco, model, frame, isUnloading: false };
      document.body.append(frame);
    },
    unload,
  };

  /**
   * Takes the content away: it is sent to an empty page first, so that what it does on leaving is done. One that does not end its
   * session is ended here, as put aside: it had no chance to say that it was done.
   */
  async function unload(isSuspending = false): Promise<void> {
    if (!shown || shown.isUnloading) return;
    isPutAside = isSuspending;
    const { frame, model, sco } = shown;
    shown.isUnloading = true;
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
    delete scope[name];
    shown = null;
    isPutAside = false;
  }

  function finish(sco: Sco, suspended = false) {
    queue.put("finish", suspended ? { ...context(sco), suspended } : context(sco));
    sendRecorded(sco);
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
