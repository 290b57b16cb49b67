import { useLingui } from "@lingui/react/macro";
import { CircleCheck, CircleX } from "lucide-react";

/** Shows the server's grade of an answer; renders nothing before it arrives. */
export function Grade({ isCorrect }: { isCorrect: boolean | null }) {
  const { t } = useLingui();
  return (
    <p role="status" className="flex items-center gap-1.5 text-sm font-medium">
      {isCorrect === true && (
        <>
          <CircleCheck size={18} aria-hidden className="text-ok" />
          <span className="text-ok-text">{t`Correct`}</span>
        </>
      )}
      {isCorrect === false && (
        <>
          <CircleX size={18} aria-hidden className="text-warn" />
          <span className="text-warn-text">{t`Incorrect`}</span>
        </>
      )}
    </p>
  );
}
