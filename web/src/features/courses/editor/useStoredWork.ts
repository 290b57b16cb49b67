import { useEffect, useRef, useState } from "react";
import { useViewer } from "../../../app/session.ts";
import { isUnsaved, type EditorAction, type EditorState, type UnsavedWork } from "./draftReducer.ts";
import {
  createEditorId,
  deleteWork,
  storeOffer,
  storeWork,
  takeOffer,
  readWork,
  type StoredWork,
} from "./storedWork.ts";

const keepAfter = 400;

/** Returns what is stored of the state of an editor. */
const toWork = ({ course, version, selected, lastKey, creationKey }: UnsavedWork): UnsavedWork => ({
  course,
  version,
  selected,
  lastKey,
  creationKey,
});

/**
 * Stores the work on this device as it is typed, and offers what an earlier visit left. After `forget`, which follows a
 * successful save, nothing is stored until the next change.
 */
export function useStoredWork(state: EditorState, dispatch: (action: EditorAction) => void) {
  const viewer = useViewer();
  const name = `${viewer.id}/${viewer.branch?.url ?? ""}/${state.id ?? "new"}`;
  const [editor] = useState(createEditorId);
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
    const keep = () => void storeWork(name, editor, toWork(state));
    const keepWhenHidden = () => document.visibilityState === "hidden" && keep();
    waiting.current = window.setTimeout(keep, keepAfter);
    document.addEventListener("visibilitychange", keepWhenHidden);
    return () => {
      window.clearTimeout(waiting.current);
      document.removeEventListener("visibilitychange", keepWhenHidden);
    };
  }, [editor, name, state]);

  return {
    /** Work of an earlier visit, until it is restored or discarded. */
    offer,
    restore: () => {
      if (!offer) return;
      takeOffer(offer);
      dispatch({ do: "restore", work: toWork(offer) });
      setOffer(offer.earlier ?? null);
    },
    discard: async () => {
      window.clearTimeout(waiting.current);
      if (offer) takeOffer(offer);
      setOffer(offer?.earlier ?? null);
      await deleteWork(name, editor);
    },
    /** Removes the stored work of this editor, which is on the server now. The offer, and what other tabs store, stay. */
    forget: async () => {
      window.clearTimeout(waiting.current);
      await deleteWork(name, editor);
    },
    /** Stores the work as an offer. */
    storeAsOffer: async (left: EditorState) => {
      window.clearTimeout(waiting.current);
      await storeOffer(name, editor, toWork(left));
      setOffer(await readWork(name));
    },
  };
}
