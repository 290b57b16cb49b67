import { createContext, useCallback, useContext, useRef, useState, useSyncExternalStore } from "react";
import { draftReducer, type EditorAction, type EditorState } from "./draftReducer.ts";
import type { Upload, Uploads } from "./uploads.ts";

type Editor = {
  state: EditorState;
  dispatch: (action: EditorAction) => void;
  /** The newest state, whatever has been drawn. */
  latest: () => EditorState;
  uploads: Uploads;
};

export const EditorContext = createContext<Editor | null>(null);

/** The course in work, for everything inside the editor. */
export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error("useEditor belongs inside of the course editor.");
  return editor;
}

/** The upload for a unit or resource, while it is on its way or has failed. */
export function useUpload(key: string): Upload | undefined {
  const { uploads } = useEditor();
  return useSyncExternalStore(uploads.subscribe, uploads.get).get(key);
}

/** The reducer, with the newest state at hand for work that began before it: what an upload has changed is in `latest()` at once. */
export function useDraft(initial: EditorState) {
  const [state, setState] = useState(initial);
  const newest = useRef(initial);
  const dispatch = useCallback((action: EditorAction) => {
    newest.current = draftReducer(newest.current, action);
    setState(newest.current);
  }, []);
  const latest = useCallback(() => newest.current, []);
  return { state, dispatch, latest };
}
