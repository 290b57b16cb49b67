import {
  createContext,
  createElement,
  type ReactNode,
  useCallback,
  useContext,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { draftReducer, type EditorAction, type EditorState } from "./draftReducer.ts";
import type { Upload, Uploads } from "./uploads.ts";

type EditorTools = {
  dispatch: (action: EditorAction) => void;
  /** The newest state, whatever has been drawn. */
  latest: () => EditorState;
  uploads: Uploads;
};
type Editor = EditorTools & { state: EditorState };

const ToolsContext = createContext<EditorTools | null>(null);
const StateContext = createContext<EditorState | null>(null);

/** Tools and state apart: what needs the tools alone is not drawn with every key that is pressed. */
export function EditorContext({
  value: { state, dispatch, latest, uploads },
  children,
}: {
  value: Editor;
  children: ReactNode;
}) {
  const tools = useMemo(() => ({ dispatch, latest, uploads }), [dispatch, latest, uploads]);
  return createElement(ToolsContext, { value: tools }, createElement(StateContext, { value: state }, children));
}

/** The course in work, for everything inside the editor. */
export function useEditor(): Editor {
  const state = useContext(StateContext);
  const tools = useEditorTools();
  if (!state) throw new Error("useEditor belongs inside of the course editor.");
  return { ...tools, state };
}

/** What changes the course in work; the same for as long as the editor is open. */
export function useEditorTools(): EditorTools {
  const tools = useContext(ToolsContext);
  if (!tools) throw new Error("useEditorTools belongs inside of the course editor.");
  return tools;
}

/** The upload for a unit or resource, while it is on its way or has failed. */
export function useUpload(key: string): Upload | undefined {
  const { uploads } = useEditorTools();
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
