import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import {
  type Command,
  type CourseView,
  type FromApplication,
  type FromPlayer,
  type Loss,
  marked,
  ours,
} from "../../scorm/messages.ts";
import { messageOf } from "../errors.ts";
import { endSession, keepCalls, sendKeptCalls, tokenOf } from "./keptCalls.ts";

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
  /** The window of its own was closed, or shows something else. */
  hasLeft: boolean;
  /** Something that the package has said is not kept. */
  lost: Loss | null;
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
  hasLeft: false,
  lost: null,
  problem: null,
};

type Options = {
  launch: () => Promise<{ url?: string | null; kind: string; has_lost_values?: boolean }>;
  /** Under which name unsent calls are kept on this device; null keeps none. */
  storageKey: string | null;
  /** Opened for it and still empty, where it is to stand in a window of its own; null for a frame. */
  own: Window | null;
  onClosed: () => void;
};

/** One session of a package: opened once, spoken to through its frame or a port, and closed when everything is sent. */
export function usePackage({ launch, storageKey, own, onClosed }: Options) {
  const [state, setState] = useState(initial);
  const frame = useRef<HTMLIFrameElement>(null);
  const opened = useRef(own);
  const port = useRef<MessagePort | null>(null);
  const url = useRef<URL | null>(null);
  const hasBegun = useRef(false);
  /** Calls are kept one list after the other. */
  const keeping = useRef(Promise.resolve());
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const change = useCallback((part: Partial<PackageState>) => setState((before) => ({ ...before, ...part })), []);

  useEffect(() => {
    // Opening it twice would end the first session.
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
        url.current = new URL(launched.url);
        const isByItself = launched.kind === "xapi";
        change({ url: launched.url, isByItself, isLoading: !(apart && isByItself) });
        // The player forgets by itself which window has opened it; a package knows nothing of that.
        if (apart && isByItself) apart.opener = null;
        if (apart) apart.location.href = launched.url;
      } catch (error) {
        opened.current?.close();
        change({ problem: messageOf(error), isLoading: false });
      }
    })();
  }, [launch, storageKey, change]);

  const post = useCallback(
    (message: FromApplication) => {
      if (own) port.current?.postMessage(marked(message));
      else if (url.current) frame.current?.contentWindow?.postMessage(marked(message), url.current.origin);
    },
    [own],
  );
  /** Says something in a window of its own: whoever reads there does not look here. */
  const say = useCallback(
    (text: string, isOver: boolean) => {
      if (own) post({ type: "notice", text, isOver });
    },
    [own, post],
  );

  const hear = useEffectEvent((message: FromPlayer | null) => {
    switch (message?.type) {
      case "loading":
        return change({ isLoading: true });
      case "loaded":
        return change({ isLoading: false });
      case "view": {
        const { view } = message;
        // Where nothing is delivered, nothing more is loaded: the learner chooses, or it is over.
        return change({ view, ...((view.hasEnded || view.current === null) && { isLoading: false }) });
      }
      case "queue":
        change({ unsaved: message.waiting.length, hasSaved: message.hasSaved });
        if (storageKey) {
          const kept = { token: tokenOf(url.current?.href) ?? "", waiting: message.waiting };
          keeping.current = keeping.current.then(() => keepCalls(storageKey, kept));
        }
        return;
      case "lost":
        // That it is full is the more to say: from then on nothing more is kept.
        return setState((before) => ({ ...before, lost: before.lost === "full" ? "full" : message.why }));
      case "stopped":
        if (storageKey) void handOver(storageKey);
        return change({ problem: message.reason, isLoading: false });
      case "left":
        return left();
      case "closed":
        return onClosed();
      default:
    }
  });

  useEffect(() => {
    addEventListener("message", onMessage);
    return () => removeEventListener("message", onMessage);

    function onMessage({ source, origin, data, ports: [given] }: MessageEvent) {
      if (source !== (own ?? frame.current?.contentWindow) || origin !== url.current?.origin) return;
      const message = ours<FromPlayer>(data);
      if (!own) return hear(message);
      if (message?.type !== "hello" || !given || port.current) return;
      port.current = given;
      given.onmessage = ({ data }) => hear(ours<FromPlayer>(data));
    }
  }, [own]);

  useEffect(() => {
    const end = () => endSession(url.current?.href);
    // A page that the browser keeps to go back to has no windows beside it.
    const leave = (event: PageTransitionEvent) => !event.persisted && end();
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      // It would close the window that is opened next.
      clearTimeout(closing.current);
      end();
    };
  }, []);

  useEffect(() => {
    if (!own) return;
    const timer = setInterval(() => own.closed && hear({ type: "left" }), 1_000);
    const leave = () => post({ type: "gone" });
    addEventListener("pagehide", leave);
    return () => {
      clearInterval(timer);
      removeEventListener("pagehide", leave);
      leave();
      port.current?.close();
      // A package without the player has nobody who would close its window.
      if (!port.current && url.current) own.close();
    };
  }, [own, post]);

  return { state, frame, command, say, close, onFrameLoad };

  /** Hands over what a session that cannot go on has kept here: this device may not open the unit again. */
  async function handOver(key: string) {
    try {
      await keeping.current;
      const lost = await sendKeptCalls(key);
      if (lost) change({ lost });
    } catch (error) {
      console.warn("What is kept on this device is sent at the next launch.", error);
    }
  }

  function onFrameLoad() {
    if (state.isByItself) change({ isLoading: false });
  }

  function command(name: Command, target?: string) {
    post({ type: "command", command: name, ...(target !== undefined && { target }) });
  }

  /** Lets the content say its last words. What cannot be sent in time is kept on this device. */
  function close() {
    if (!state.url || state.isByItself || state.hasLeft || state.problem) return onClosed();
    if (state.isClosing) return;
    change({ isClosing: true });
    post({ type: "close" });
    closing.current = setTimeout(onClosed, closesWithin);
  }

  /** The window is gone before it has said that everything is sent; what was not is kept on this device. */
  function left() {
    if (state.isClosing) onClosed();
    else if (!state.hasLeft) change({ hasLeft: true, isLoading: false });
  }
}
