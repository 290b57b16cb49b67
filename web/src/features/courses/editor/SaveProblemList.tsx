import { useLingui } from "@lingui/react/macro";
import { CircleAlert } from "lucide-react";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { useEditor } from "./editorContext.ts";
import type { SaveProblem } from "./saveErrors.ts";

/** Lists what keeps the course from being saved or published; scrolls into view and takes the focus when it appears. */
export function SaveProblemList({ problem }: { problem: SaveProblem | null }) {
  const { t } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  const messages = useMessages(problem);
  useEffect(() => {
    if (!problem) return;
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: "center" });
  }, [problem]);
  if (!problem || messages.length === 0) return null;

  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="flex gap-3 rounded-card border border-danger bg-surface px-5 py-4 text-sm outline-none"
    >
      <CircleAlert size={18} aria-hidden className="mt-0.5 shrink-0 text-danger" />
      <div className="min-w-0">
        <p className="font-semibold">
          {problem.kind === "failure"
            ? t`The course could not be saved. Nothing is lost: your work is still here.`
            : t`Please fix the following errors:`}
        </p>
        <ul className="mt-1 list-disc pl-4 text-danger">
          {messages.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** Returns the messages; fixed problems leave the list at once. */
function useMessages(problem: SaveProblem | null): string[] {
  const { state, uploads } = useEditor();
  useSyncExternalStore(uploads.subscribe, uploads.get);
  if (!problem) return [];
  if (problem.kind === "rules") return [...new Set(problem.rules(state.course, uploads))];
  return problem.kind === "course" ? problem.messages : [problem.message];
}
