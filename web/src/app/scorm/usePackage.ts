import { useCallback, useEffect, useRef, useState } from "react";
import {
  type Command,
  type CourseView,
  type FromApplication,
  type FromPlayer,
  marked,
  ours,
} from "../../scorm/messages.ts";
import { messageOf } from "../errors.ts";
import { keepCalls, sendKeptCalls } from "./keptCalls.ts";

const closesWithin = 8_000;

export interface PackageState {
  /** The player's address, or that of the package itself; null until the launch is answered. */
  url: string | null;
  /** A package that speaks to the record store and not to this window. */
  isByItself: boolean;
  /** A course of cmi5, whose AUs are opened one by one. */
  isByParts: boolean;
  isLoading: boolean;
  isClosing: boolean;
  unsaved: number;
  hasSaved: boolean;
  view: CourseView | null;
  /** Why it cannot go on, or not begin. */
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
  problem: null,
};

type Options = {
  launch: () => Promise<{ url?: string | null; kind: string }>;
  /** Under which name unsent calls are kept on this device; null keeps none. */
  storageKey: string | null;
  onClosed: () => void;
};

/** One session of a package: opened once, spoken to through its frame, and closed when everything is sent. */
export function usePackage({ launch, storageKey, onClosed }: Options) {
  const [state, setState] = useState(initial);
  const frame = useRef<HTMLIFrameElement>(null);
  const url = useRef<URL | null>(null);
  const hasBegun = useRef(false);
  const change = useCallback((part: Partial<PackageState>) => setState((before) => ({ ...before, ...part })), []);

  useEffect(() => {
    // Opening it twice would end the first session.
    if (hasBegun.current) return;
    hasBegun.current = true;
    void (async () => {
      try {
        if (storageKey) await sendKeptCalls(storageKey);
        const launched = await launch();
        if (!launched.url) return change({ isByParts: true, isLoading: false });
        url.current = new URL(launched.url);
        change({ url: launched.url, isByItself: launched.kind === "xapi" });
      } catch (error) {
        change({ problem: messageOf(error), isLoading: false });
      }
    })();
  }, [launch, storageKey, change]);

  useEffect(() => {
    addEventListener("message", onMessage);
    return () => removeEventListener("message", onMessage);

    function onMessage({ source, origin, data }: MessageEvent) {
      if (source !== frame.current?.contentWindow || origin !== url.current?.origin) return;
      const message = ours<FromPlayer>(data);
      switch (message?.type) {
        case "loading":
          return change({ isLoading: true });
        case "loaded":
          return change({ isLoading: false });
        case "view":
          return change({ view: message.view, ...(message.view.hasEnded && { isLoading: false }) });
        case "queue":
          change({ unsaved: message.waiting.length, hasSaved: message.hasSaved });
          if (storageKey) void keepCalls(storageKey, { token: tokenOf(url.current), waiting: message.waiting });
          return;
        case "stopped":
          return change({ problem: message.reason, isLoading: false });
        case "closed":
          return onClosed();
        default:
      }
    }
  }, [change, storageKey, onClosed]);

  return { state, frame, command, close, onFrameLoad };

  function onFrameLoad() {
    if (state.isByItself) change({ isLoading: false });
  }

  function command(name: Command, target?: string) {
    post({ type: "command", command: name, ...(target !== undefined && { target }) });
  }

  /** Lets the content say its last words. What cannot be sent in time is kept on this device. */
  function close() {
    if (!state.url || state.isByItself || state.problem) return onClosed();
    if (state.isClosing) return;
    change({ isClosing: true });
    post({ type: "close" });
    setTimeout(onClosed, closesWithin);
  }

  function post(message: FromApplication) {
    const { current } = url;
    if (current) frame.current?.contentWindow?.postMessage(marked(message), current.origin);
  }
}

const tokenOf = (url: URL | null) => url?.pathname.split("/")[2] ?? "";
