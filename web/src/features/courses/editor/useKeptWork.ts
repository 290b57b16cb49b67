import { useEffect, useRef, useState } from "react";
import { useViewer } from "../../../app/session.ts";
import { isUnsaved, type EditorAction, type EditorState } from "./draftReducer.ts";
import { forgetWork, keepWork, readWork, type KeptWork } from "./keptWork.ts";

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
    const keep = () => void keepWork(name, { course, version, selected, lastKey });
    const keepWhenHidden = () => document.visibilityState === "hidden" && keep();
    waiting.current = window.setTimeout(keep, keepAfter);
    document.addEventListener("visibilitychange", keepWhenHidden);
    return () => {
      window.clearTimeout(waiting.current);
      document.removeEventListener("visibilitychange", keepWhenHidden);
    };
  }, [name, state]);

  return {
    /** Work from an earlier visit, until it is taken or refused. */
    offer,
    restore: () => {
      if (offer) dispatch({ do: "restore", work: offer });
      setOffer(null);
    },
    discard: async () => {
      setOffer(null);
      await forgetWork(name);
    },
    forget: async () => {
      window.clearTimeout(waiting.current);
      await forgetWork(name);
    },
  };
}
