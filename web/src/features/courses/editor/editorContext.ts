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
  /** Returns the newest state, also before it is rendered. */
  latest: () => EditorState;
  uploads: Uploads;
};
type Editor = EditorTools & { state: EditorState };

const ToolsContext = createContext<EditorTools | null>(null);
const StateContext = createContext<EditorState | null>(null);

/** Provides tools and state separately, so that components that need only tools are not rendered with every keystroke. */
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

/** Returns the course in the editor and the tools to change it. */
export function useEditor(): Editor {
  const state = useContext(StateContext);
  const tools = useEditorTools();
  if (!state) throw new Error("useEditor belongs inside of the course editor.");
  return { ...tools, state };
}

/** Returns the tools to change the course; they stay the same while the editor is open. */
export function useEditorTools(): EditorTools {
  const tools = useContext(ToolsContext);
  if (!tools) throw new Error("useEditorTools belongs inside of the course editor.");
  return tools;
}

/** Returns the upload for a unit or resource while it runs or has failed. */
export function useUpload(key: string): Upload | undefined {
  const { uploads } = useEditorTools();
  return useSyncExternalStore(uploads.subscribe, uploads.get).get(key);
}

/** Provides the reducer with its newest state: a change by an upload is in `latest()` at once. */
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
