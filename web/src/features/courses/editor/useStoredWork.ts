import { useEffect, useRef, useState } from "react";
import { useViewer } from "../../../app/session.ts";
import { isUnsaved, type EditorAction, type EditorState } from "./draftReducer.ts";
import { deleteWork, storeOffer, storeWork, readWork, type StoredWork } from "./storedWork.ts";

const keepAfter = 400;

/**
 * Stores the work on this device as it is typed, and offers what an earlier visit left. After `forget`, which follows a
 * successful save, nothing is stored until the next change.
 */
export function useStoredWork(state: EditorState, dispatch: (action: EditorAction) => void) {
  const viewer = useViewer();
  const name = `${viewer.id}/${viewer.branch?.url ?? ""}/${state.id ?? "new"}`;
  const [offer, setOffer] = useState<StoredWork | null>(null);
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
    const keep = () => void storeWork(name, { course, version, selected, lastKey }, offer);
    const keepWhenHidden = () => document.visibilityState === "hidden" && keep();
    waiting.current = window.setTimeout(keep, keepAfter);
    document.addEventListener("visibilitychange", keepWhenHidden);
    return () => {
      window.clearTimeout(waiting.current);
      document.removeEventListener("visibilitychange", keepWhenHidden);
    };
  }, [name, offer, state]);

  return {
    /** Work of an earlier visit, until it is restored or discarded. */
    offer,
    restore: () => {
      if (!offer) return;
      const { course, version, selected, lastKey, earlier } = offer;
      dispatch({ do: "restore", work: { course, version, selected, lastKey } });
      setOffer(earlier ?? null);
    },
    discard: () => leaveOffer(offer?.earlier ?? null),
    /** Removes the stored work, which is on the server now, and keeps the offer. */
    forget: () => leaveOffer(offer),
    /** Stores the work as an offer. */
    storeAsOffer: async ({ course, version, selected, lastKey }: EditorState) => {
      window.clearTimeout(waiting.current);
      await storeWork(name, { course, version, selected, lastKey }, offer);
      setOffer(await readWork(name));
    },
  };

  async function leaveOffer(left: StoredWork | null) {
    window.clearTimeout(waiting.current);
    setOffer(left);
    await (left ? storeOffer(name, left) : deleteWork(name));
  }
}
