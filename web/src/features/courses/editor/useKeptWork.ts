import { useEffect, useRef, useState } from "react";
import { useViewer } from "../../../app/session.ts";
import { isUnsaved, type EditorAction, type EditorState } from "./draftReducer.ts";
import { forgetWork, keepOffer, keepWork, readWork, type KeptWork } from "./keptWork.ts";

const keepAfter = 400;

/**
 * Keeps the work on this device as it is typed, and offers what an earlier visit left behind. `forget` belongs to a save that
 * succeeded: nothing is kept after it until the next change.
 */
export function useKeptWork(state: EditorState, dispatch: (action: EditorAction) => void) {
  const viewer = useViewer();
  const name = `${viewer.id}/${viewer.branch?.url ?? ""}/${state.id ?? "new"}`;
  const [offer, setOffer] = useState<KeptWork | null>(null);
  const waiting = useRef<number>(undefined);

  useEffect(() => {
    let isCurrent = true;
    void readWork(name).then((work) => isCurrent && setOffer(work));
    return () => {
      isCurrent = false;
    };
  }, [name]);

  useEffect(() => {
    if (!isUnsaved(state)) return;
    const { course, version, selected, lastKey } = state;
    const keep = () => void keepWork(name, { course, version, selected, lastKey }, offer);
    const keepWhenHidden = () => document.visibilityState === "hidden" && keep();
    waiting.current = window.setTimeout(keep, keepAfter);
    document.addEventListener("visibilitychange", keepWhenHidden);
    return () => {
      window.clearTimeout(waiting.current);
      document.removeEventListener("visibilitychange", keepWhenHidden);
    };
  }, [name, offer, state]);

  return {
    /** Work from an earlier visit, until it is taken or refused. */
    offer,
    restore: () => {
      if (!offer) return;
      const { course, version, selected, lastKey, earlier } = offer;
      dispatch({ do: "restore", work: { course, version, selected, lastKey } });
      setOffer(earlier ?? null);
    },
    discard: () => leaveOffer(offer?.earlier ?? null),
    /** The work is on the server. What is on offer stays. */
    forget: () => leaveOffer(offer),
    /** Puts the work aside, to be offered again. */
    putAside: async ({ course, version, selected, lastKey }: EditorState) => {
      window.clearTimeout(waiting.current);
      await keepWork(name, { course, version, selected, lastKey }, offer);
      setOffer(await readWork(name));
    },
  };

  async function leaveOffer(left: KeptWork | null) {
    window.clearTimeout(waiting.current);
    setOffer(left);
    await (left ? keepOffer(name, left) : forgetWork(name));
  }
}
