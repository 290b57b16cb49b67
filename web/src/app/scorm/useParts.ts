import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { getMessage } from "../errors.ts";
import { endSession } from "./keptCalls.ts";
import type { Member, Parts } from "./parts.ts";
import { useContentPage } from "./useContentPage.ts";

const askAgainAfter = 3_000;

/** A launched AU. */
export interface Running {
  member: Member;
  /** Null until the launch is answered. */
  launched: { url: string; frame_url: string } | null;
  hasLoaded: boolean;
  /** In a browser window of its own; blocked if the browser did not open it. */
  window: "none" | "open" | "blocked";
}

/** Controls the AUs of a course: which one runs, and where. An AU reports to the record store; its result is queried. */
export function useParts(parts: Parts, onLeft: (wasOnlyPart: boolean) => void) {
  const [running, setRunning] = useState<Running | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [own, setOwn] = useState<Window | null>(null);
  const hasBegun = useRef(false);
  const course = useQuery({
    queryKey: ["cmi5", parts.key],
    queryFn: parts.read,
    refetchInterval: running ? askAgainAfter : false,
    gcTime: 0,
  });
  const { refetch } = course;
  const aus = course.data?.members.filter(({ kind }) => kind === "au") ?? [];
  const only = aus.length === 1 ? aus[0]! : null;

  const start = useCallback(
    async (member: Member) => {
      const takesWindow = member.launch_method === "OwnWindow";
      // Within the click, or the browser blocks it. The page around the AU clears its opener before it loads the AU.
      const opened = takesWindow ? window.open("", "_blank") : null;
      setOwn(opened);
      setProblem(null);
      const kind = takesWindow ? (opened ? "open" : "blocked") : "none";
      setRunning({ member, launched: null, hasLoaded: false, window: kind });
      try {
        const launched = await parts.launch(member.uuid!);
        if (opened) opened.location.href = launched.frame_url;
        setRunning((before) => before && { ...before, launched });
      } catch (error) {
        opened?.close();
        setOwn(null);
        setRunning(null);
        setProblem(getMessage(error));
      }
    },
    [parts],
  );

  const leave = useCallback(() => {
    setRunning(null);
    setOwn(null);
    void refetch();
    onLeft(only !== null);
  }, [refetch, onLeft, only]);

  const url = running?.launched?.frame_url ?? null;
  const post = useContentPage({
    url,
    frame,
    own,
    onMessage: ({ type }) => {
      if (type === "hello" && running?.launched)
        post({ type: "open", url: running.launched.url, title: running.member.title });
      else if (type === "loaded") setRunning((before) => before && { ...before, hasLoaded: true });
      // A finished AU goes to the return URL (cmi5 10.2.6), or its window was closed.
      else if (type === "closed" || type === "left") leave();
    },
  });

  useEffect(() => {
    if (url === null) return;
    const end = () => endSession(url);
    const hide = (event: PageTransitionEvent) => !event.persisted && end();
    addEventListener("pagehide", hide);
    return () => {
      removeEventListener("pagehide", hide);
      end();
    };
  }, [url]);

  useEffect(() => {
    if (!only || only.launch_method === "OwnWindow" || hasBegun.current) return;
    hasBegun.current = true;
    void start(only);
  }, [only, start]);

  /** Opens the window that the browser has blocked before; within a click. */
  const openBlocked = () => {
    const opened = url === null ? null : window.open(url, "_blank");
    if (!opened) return;
    setOwn(opened);
    setRunning((before) => before && { ...before, window: "open" });
  };

  return { course, running, problem, frame, start: (member: Member) => void start(member), leave, openBlocked, only };
}
