import { useLingui } from "@lingui/react/macro";
import { CircleAlert } from "lucide-react";
import { useEffect, useRef } from "react";
import type { SaveProblem } from "./saveErrors.ts";

/** What keeps the course from being saved or published; comes into view and takes the focus when it appears. */
export function SaveProblemList({ problem }: { problem: SaveProblem | null }) {
  const { t } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!problem) return;
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: "center" });
  }, [problem]);
  if (!problem) return null;

  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="flex gap-3 rounded-card border border-danger bg-surface px-5 py-4 text-sm outline-none"
    >
      <CircleAlert size={18} aria-hidden className="mt-0.5 shrink-0 text-danger" />
      {problem.kind === "course" ? (
        <div className="min-w-0">
          <p className="font-semibold">{t`Please fix the following errors:`}</p>
          <ul className="mt-1 list-disc pl-4 text-danger">
            {problem.messages.map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </div>
      ) : (
        <div className="min-w-0">
          <p className="font-semibold">{t`The course could not be saved. Nothing is lost: your work is still here.`}</p>
          <p className="mt-1 break-words text-danger">{problem.message}</p>
        </div>
      )}
    </div>
  );
}
