import { useEffect } from "react";
import { toAnswerKey, toPackageKey, toTimeKey } from "./queuedKeys.ts";
import { useViewer } from "./session.ts";

/**
 * Sends answers, time and calls of packages that a player could not send before it was closed, now and when the network
 * returns.
 */
export function useQueuedAnswers(openCourse: number | null = null) {
  const { id } = useViewer();
  useEffect(() => {
    const send = async () => {
      if (hasQueued([toAnswerKey(id), toTimeKey(id)])) {
        const { replayAnswers } = await import("../features/learning/player/replay.ts");
        await replayAnswers(id, openCourse);
      }
      if (hasQueued([toPackageKey(id)])) {
        const { replayKeptCalls } = await import("./scorm/keptCalls.ts");
        await replayKeptCalls(id);
      }
    };
    const begin = () => void send().catch((error: unknown) => console.warn("Answers wait on this device.", error));
    begin();
    addEventListener("online", begin);
    return () => removeEventListener("online", begin);
  }, [id, openCourse]);
}

function hasQueued(prefixes: string[]) {
  try {
    return Object.keys(localStorage).some((key) => prefixes.some((prefix) => key.startsWith(prefix)));
  } catch {
    return false;
  }
}
