import { useEffect } from "react";
import { lettersOf, timesOf } from "./letters.ts";
import { useViewer } from "./session.ts";

/** Sends the answers and the time that a player could not send before it was closed, now and when the line is back. */
export function useWaitingAnswers(openCourse: number | null = null) {
  const { id } = useViewer();
  useEffect(() => {
    const send = async () => {
      if (!isAnyWaiting(id)) return;
      const { replayAnswers } = await import("../features/learning/player/replay.ts");
      await replayAnswers(id, openCourse);
    };
    const begin = () => void send().catch((error: unknown) => console.warn("Answers wait on this device.", error));
    begin();
    addEventListener("online", begin);
    return () => removeEventListener("online", begin);
  }, [id, openCourse]);
}

function isAnyWaiting(viewerId: number) {
  try {
    const prefixes = [lettersOf(viewerId), timesOf(viewerId)];
    return Object.keys(localStorage).some((key) => prefixes.some((prefix) => key.startsWith(prefix)));
  } catch {
    return false;
  }
}
