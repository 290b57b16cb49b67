import type { QueryClient } from "@tanstack/react-query";
import { keepViewer, type Viewer, viewerQuery } from "./session.ts";

/**
 * Stores each answer about the signed-in user on this device, and reports when it differs from the one before, as when
 * the role or the language was changed elsewhere.
 */
export function watchViewer(client: QueryClient, onChange: (viewer: Viewer) => void): () => void {
  const [name] = viewerQuery.queryKey;
  let last: string | null = null;
  return client.getQueryCache().subscribe(({ type, query }) => {
    if (query.queryKey[0] !== name || (type !== "added" && type !== "updated")) return;
    const viewer = query.state.data as Viewer | undefined;
    const text = viewer ? JSON.stringify(viewer) : null;
    const isChange = type === "updated" && last !== null && text !== null && text !== last;
    if (viewer && text !== last && type === "updated") keepViewer(viewer);
    last = type === "added" ? text : (text ?? last);
    if (isChange) onChange(viewer!);
  });
}
