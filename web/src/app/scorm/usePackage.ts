import { useCallback, useEffect, useRef, useState } from "react";
import type { Command, CourseView, FromPlayer, Loss } from "../../scorm/messages.ts";
import { getMessage } from "../errors.ts";
import { claimCalls, endSession, keepCalls, sendKeptCalls, readToken } from "./keptCalls.ts";
import { useContentPage } from "./useContentPage.ts";

const closesWithin = 8_000;

export interface PackageState {
  /** The address of the page around the content; null until the launch is answered. */
  url: string | null;
  /** A package that reports to the record store instead of this window. */
  isByItself: boolean;
  /** A cmi5 course, whose AUs are launched one by one. */
  isByParts: boolean;
  isLoading: boolean;
  isClosing: boolean;
  unsaved: number;
  hasSaved: boolean;
  view: CourseView | null;
  /** The browser window was closed, or shows something else. */
  hasLeft: boolean;
  /** Data of the package that is not stored. */
  lost: Loss | null;
  /** Why it cannot continue or start. */
  problem: string | null;
}

const initial: PackageState = {
  url: null,
  isByItself: false,
  isByParts: false,
  isLoading: true,
  isClosing: false,
  unsaved: 0,
  hasSaved: false,
  view: null,
  hasLeft: false,
  lost: null,
  problem: null,
};

/** An opened package; the AUs of a cmi5 course are opened one by one. */
export interface Launched {
  url?: string | null;
  kind: string;
  /** The page around an xAPI package. */
  frame_url?: string | null;
  has_lost_values?: boolean;
}

type Options = {
  title: string;
  launch: () => Promise<Launched>;
  /** The key of unsent calls on this device; null stores none. */
  storageKey: string | null;
  /** The empty browser window that was opened for it; null for a frame. */
  own: Window | null;
  onClosed: () => void;
};

/**
 * Runs one session of a package: launched once, controlled through its frame or a port, and closed after everything is
 * sent.
 */
export function usePackage({ title, launch, storageKey, own, onClosed }: Options) {
  const [state, setState] = useState(initial);
  const frame = useRef<HTMLIFrameElement>(null);
  const opened = useRef(own);
  /** The address of a package that reports to the record store. */
  const target = useRef<string | null>(null);
  const hasBegun = useRef(false);
  /** Lists of calls are stored one after the other. */
  const keeping = useRef(Promise.resolve());
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const change = useCallback((part: Partial<PackageState>) => setState((before) => ({ ...before, ...part })), []);

  useEffect(() => (storageKey === null ? undefined : claimCalls(storageKey)), [storageKey]);
  useEffect(() => {
    // A second launch would end the first session.
    if (hasBegun.current) return;
    hasBegun.current = true;
    void (async () => {
      try {
        const lost = storageKey ? await sendKeptCalls(storageKey) : null;
        const launched = await launch();
        if (lost ?? launched.has_lost_values) change({ lost: lost ?? "refused" });
        const { current: apart } = opened;
        if (!launched.url) {
          apart?.close();
          return change({ isByParts: true, isLoading: false });
        }
        const url = launched.frame_url ?? launched.url;
        const isByItself = launched.kind === "xapi";
        if (isByItself) target.current = launched.url;
        change({ url, isByItself });
        // The page clears its opener before it loads content.
        if (apart) apart.location.href = url;
      } catch (error) {
        opened.current?.close();
        change({ problem: getMessage(error), isLoading: false });
      }
    })();
  }, [launch, storageKey, change]);

  const post = useContentPage({ url: state.url, frame, own, onMessage: hear });
  /** Also shows a message in the package's own browser window, where the learner looks. */
  const say = useCallback(
    (text: string, isOver: boolean) => {
      if (own) post({ type: "notice", text, isOver });
    },
    [own, post],
  );

  function hear(message: FromPlayer): void {
    switch (message.type) {
      case "hello":
        if (target.current !== null) post({ type: "open", url: target.current, title });
        return;
      case "loading":
        return change({ isLoading: true });
      case "loaded":
        return change({ isLoading: false });
      case "view": {
        const { view } = message;
        // Without a delivered activity nothing loads: the learner chooses, or the course has ended.
        return change({ view, ...((view.hasEnded || view.current === null) && { isLoading: false }) });
      }
      case "queue":
        change({ unsaved: message.waiting.length, hasSaved: message.hasSaved });
        if (storageKey) {
          const kept = { token: readToken(state.url) ?? "", waiting: message.waiting };
          keeping.current = keeping.current.then(() => keepCalls(storageKey, kept));
        }
        return;
      case "lost":
        // That storage is full is the more important message: nothing more is stored from then on.
        return setState((before) => ({ ...before, lost: before.lost === "full" ? "full" : message.why }));
      case "stopped":
        if (storageKey) void handOver(storageKey);
        return change({ problem: message.reason, isLoading: false });
      case "left":
        return left();
      case "closed":
        return onClosed();
    }
  }

  const { url } = state;
  useEffect(() => {
    if (url === null) return;
    const end = () => endSession(url);
    // A page in the browser's back/forward cache has no windows beside it.
    const leave = (event: PageTransitionEvent) => !event.persisted && end();
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      // It would close the window that is opened next.
      clearTimeout(closing.current);
      end();
    };
  }, [url]);

  return { state, frame, command, say, close };

  /** Hands over what a session that cannot continue has stored here, because this device may not open the unit again. */
  async function handOver(key: string) {
    try {
      await keeping.current;
      const lost = await sendKeptCalls(key);
      if (lost) change({ lost });
    } catch (error) {
      console.warn("What is kept on this device is sent at the next launch.", error);
    }
  }

  function command(name: Command, target?: string) {
    post({ type: "command", command: name, ...(target !== undefined && { target }) });
  }

  /** Lets the content send its last data. What cannot be sent in time is stored on this device. */
  function close() {
    if (!state.url || state.isByItself || state.hasLeft || state.problem) return onClosed();
    if (state.isClosing) return;
    change({ isClosing: true });
    post({ type: "close" });
    closing.current = setTimeout(onClosed, closesWithin);
  }

  /** Handles a window that closed before it confirmed that everything was sent; unsent calls are stored on this device. */
  function left() {
    if (state.isClosing) onClosed();
    else if (!state.hasLeft) change({ hasLeft: true, isLoading: false });
  }
}
