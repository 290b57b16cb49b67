import { useEffect, useState } from "react";
import { execute } from "../../../app/graphql.ts";
import type { AnnounceEditingMutation } from "../../../gen/graphql.ts";
import { AnnounceEditing } from "./editor.documents.ts";

export type Editing = AnnounceEditingMutation["announceEditing"];

const every = 15_000;

/**
 * Tells the server that this window has the course open, and hears who else has and which version is stored. A beat that fails is
 * left out: writing goes on without it, and saving asks the server anyway.
 */
export function useEditing(id: number | null, version: number | null): Editing | null {
  const [window_] = useState(() => crypto.randomUUID());
  const [editing, setEditing] = useState<Editing | null>(null);

  useEffect(() => {
    if (id === null) return;
    let isCurrent = true;
    const beat = async () => {
      const { announceEditing } = await execute(AnnounceEditing, { id, window: window_ });
      if (isCurrent) setEditing(announceEditing);
    };
    const beatIfSeen = () => void (document.visibilityState === "visible" && beat().catch(() => {}));
    const leave = () => {
      void execute(AnnounceEditing, { id, window: window_, leaving: true }, { keepalive: true }).catch(() => {});
    };
    beatIfSeen();
    const timer = window.setInterval(beatIfSeen, every);
    document.addEventListener("visibilitychange", beatIfSeen);
    window.addEventListener("pagehide", leave);
    return () => {
      isCurrent = false;
      window.clearInterval(timer);
      document.removeEventListener("visibilitychange", beatIfSeen);
      window.removeEventListener("pagehide", leave);
      leave();
    };
    // A save asks anew at once, so that its own version is not taken for somebody else's.
  }, [id, version, window_]);

  return editing;
}
