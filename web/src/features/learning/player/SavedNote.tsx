import { useLingui } from "@lingui/react/macro";
import { Check, CloudOff } from "lucide-react";
import type { Sheet } from "./answerSheet.ts";

/** Whether the answers have reached the server. */
export function SavedNote({ answers: { unsaved, hasSaved } }: { answers: Sheet }) {
  const { t } = useLingui();
  return (
    <p role="status" className="flex items-center gap-1.5 whitespace-nowrap">
      {unsaved > 0 ? (
        <>
          <CloudOff size={14} aria-hidden className="text-warn" />
          <span className="text-warn-text">{t`Not saved yet`}</span>
        </>
      ) : (
        hasSaved && (
          <>
            <Check size={14} aria-hidden className="text-ok" />
            {t`Saved`}
          </>
        )
      )}
    </p>
  );
}
