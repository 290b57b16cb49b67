import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { ErrorState } from "../ErrorState.tsx";
import { Skeleton } from "../Skeleton.tsx";

/** Longer texts are cut, because laying them out makes browsers slow. The download is complete. */
const longest = 500_000;

/** Shows a plain text file. */
export function TextView({ src, title }: { src: string; title: string }) {
  const { t } = useLingui();
  const [text, setText] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    const stop = new AbortController();
    setFailed(false);
    read(src, stop.signal).then(setText, (error: unknown) => {
      if (stop.signal.aborted) return;
      console.warn("A text could not be loaded.", error);
      setFailed(true);
    });
    return () => stop.abort();
  }, [src, attempt]);

  if (failed)
    return <ErrorState title={t`The document could not be loaded.`} onRetry={() => setAttempt(attempt + 1)} />;
  if (text === null) return <Skeleton className="h-72 rounded-card" />;
  return (
    <pre
      role="group"
      aria-label={title}
      tabIndex={0}
      className="max-h-[75dvh] overflow-auto rounded-card border border-line bg-surface p-5 font-sans text-sm leading-relaxed whitespace-pre-wrap"
    >
      {text}
    </pre>
  );
}

async function read(src: string, signal: AbortSignal) {
  const answer = await fetch(src, { signal });
  if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
  return (await answer.text()).slice(0, longest);
}
