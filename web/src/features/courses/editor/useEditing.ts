import { useEffect, useState } from "react";
import { execute } from "../../../app/graphql.ts";
import type { AnnounceEditingMutation } from "../../../gen/graphql.ts";
import { AnnounceEditing } from "./editor.documents.ts";

export type Editing = AnnounceEditingMutation["announceEditing"];

const every = 15_000;

/**
 * Reports to the server that this window has the course open, and returns the other editors and the stored version. A
 * failed heartbeat is ignored: editing continues, and saving checks the version anyway.
 */
export function useEditing(id: number | null, version: number | null): Editing | null {
  const [window_] = useState(() => crypto.randomUUID());
  const [editing, setEditing] = useState<Editing | null>(null);

  useEffect(() => {
    if (id === null) return;
    let isCurrent = true;
    const heartbeat = async () => {
      const { announceEditing } = await execute(AnnounceEditing, { id, window: window_ });
      if (isCurrent) setEditing(announceEditing);
    };
    const sendIfVisible = () => void (document.visibilityState === "visible" && heartbeat().catch(() => {}));
    const leave = () => {
      void execute(AnnounceEditing, { id, window: window_, leaving: true }, { keepalive: true }).catch(() => {});
    };
    sendIfVisible();
    const timer = window.setInterval(sendIfVisible, every);
    document.addEventListener("visibilitychange", sendIfVisible);
    window.addEventListener("pagehide", leave);
    return () => {
      isCurrent = false;
      window.clearInterval(timer);
      document.removeEventListener("visibilitychange", sendIfVisible);
      window.removeEventListener("pagehide", leave);
      leave();
    };
    // Asks again right after a save, so that the own version does not look like another author's.
  }, [id, version, window_]);

  return editing;
}
