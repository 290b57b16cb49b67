import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { type FromPlayer, ours } from "../../scorm/messages.ts";
import { messageOf } from "../errors.ts";
import { endSession } from "./keptCalls.ts";
import type { Member, Parts } from "./parts.ts";

const askAgainAfter = 3_000;

/** An AU that was started. */
export interface Running {
  member: Member;
  /** Null until the launch is answered. */
  url: string | null;
  /** In a window of its own; blocked where the browser has not let it open. */
  window: "none" | "open" | "blocked";
}

/** The AUs of a course: which one runs, and where. An AU speaks to the record store; what it came to is asked for. */
export function useParts(parts: Parts, onLeft: (wasOnlyPart: boolean) => void) {
  const [running, setRunning] = useState<Running | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const own = useRef<Window | null>(null);
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
      // Within the click, or the browser blocks it. The AU is foreign: it is not to lead this page elsewhere.
      own.current = takesWindow ? window.open("", "_blank") : null;
      if (own.current) own.current.opener = null;
      setProblem(null);
      setRunning({ member, url: null, window: takesWindow ? (own.current ? "open" : "blocked") : "none" });
      try {
        const { url } = await parts.launch(member.uuid!);
        if (own.current) own.current.location.href = url;
        setRunning((before) => before && { ...before, url });
      } catch (error) {
        own.current?.close();
        setRunning(null);
        setProblem(messageOf(error));
      }
    },
    [parts],
  );

  const url = running?.url;
  useEffect(() => {
    if (!url) return;
    const end = () => endSession(url);
    const hide = (event: PageTransitionEvent) => !event.persisted && end();
    addEventListener("pagehide", hide);
    return () => {
      removeEventListener("pagehide", hide);
      end();
      own.current?.close();
    };
  }, [url]);

  const leave = useCallback(() => {
    setRunning(null);
    void refetch();
    onLeft(only !== null);
  }, [refetch, onLeft, only]);

  useEffect(() => {
    if (!only || only.launch_method === "OwnWindow" || hasBegun.current) return;
    hasBegun.current = true;
    void start(only);
  }, [only, start]);

  useEffect(() => {
    addEventListener("message", onMessage);
    return () => removeEventListener("message", onMessage);

    // An AU that is done goes to the return URL, whose page says so (cmi5 10.2.6).
    function onMessage({ source, data }: MessageEvent) {
      if (source !== null && source === frame.current?.contentWindow && ours<FromPlayer>(data)?.type === "closed")
        leave();
    }
  }, [leave]);

  useEffect(() => {
    if (running?.window !== "open") return;
    const timer = setInterval(() => own.current?.closed && leave(), 1_000);
    return () => clearInterval(timer);
  }, [running?.window, leave]);

  return { course, running, problem, frame, start: (member: Member) => void start(member), leave, only };
}
