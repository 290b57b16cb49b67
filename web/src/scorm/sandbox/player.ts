import type { ScormApi } from "../api.ts";
import type { Shown } from "../session.ts";
import type { PlayerState } from "../state.ts";
import { readCall, type SequencingSnapshot, writeBoot } from "./boot.ts";

const SANDBOX =
  "allow-scripts allow-forms allow-popups allow-modals allow-downloads allow-pointer-lock allow-presentation";
/** The time for the last calls of a removed page to arrive. */
const ARRIVES_WITHIN_MS = 200;

/** Runs the player's side of content in a sandbox: provides its initial state and repeats its calls here. */
export function hostSandboxed(state: PlayerState, takeSnapshot: () => SequencingSnapshot | null) {
  const name = state.kind === "scorm_1_2" ? "API" : "API_1484_11";
  let current: HTMLIFrameElement | null = null;
  addEventListener("message", ({ source, origin, data }) => {
    if (source === null || source !== current?.contentWindow || origin !== "null") return;
    const call = readCall(data);
    const api = (window as unknown as Record<string, ScormApi | undefined>)[name];
    const work = call && api && Object.hasOwn(api, call[0]) ? api[call[0]] : undefined;
    if (typeof work === "function") work(...call![1]);
  });
  return {
    prepare({ frame, seed }: Shown): void {
      const { kind, mostCharacters } = state;
      current = frame;
      frame.setAttribute("sandbox", SANDBOX);
      frame.name = writeBoot({ kind, mostCharacters, seed, sequencing: takeSnapshot(), calls: [] });
    },
    settle: () => new Promise<void>((resolve) => setTimeout(resolve, ARRIVES_WITHIN_MS)),
  };
}
