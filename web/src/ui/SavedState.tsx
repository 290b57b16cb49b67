import { useLingui } from "@lingui/react/macro";
import { Check, CloudOff } from "lucide-react";

/** Shows whether the user's work is saved: how much is not, and whether anything was saved since the page was opened. */
export function SavedState({ unsaved, hasSaved }: { unsaved: number; hasSaved: boolean }) {
  const { t } = useLingui();
  return (
    <p role="status" className="flex items-center gap-1.5 text-small whitespace-nowrap text-muted">
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
