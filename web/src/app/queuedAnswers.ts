import { useEffect } from "react";
import { toAnswerKey, toTimeKey } from "./queuedKeys.ts";
import { useViewer } from "./session.ts";

/** Sends answers and time that a player could not send before it was closed, now and when the network returns. */
export function useQueuedAnswers(openCourse: number | null = null) {
  const { id } = useViewer();
  useEffect(() => {
    const send = async () => {
      if (!hasQueued(id)) return;
      const { replayAnswers } = await import("../features/learning/player/replay.ts");
      await replayAnswers(id, openCourse);
    };
    const begin = () => void send().catch((error: unknown) => console.warn("Answers wait on this device.", error));
    begin();
    addEventListener("online", begin);
    return () => removeEventListener("online", begin);
  }, [id, openCourse]);
}

function hasQueued(viewerId: number) {
  try {
    const prefixes = [toAnswerKey(viewerId), toTimeKey(viewerId)];
    return Object.keys(localStorage).some((key) => prefixes.some((prefix) => key.startsWith(prefix)));
  } catch {
    return false;
  }
}
