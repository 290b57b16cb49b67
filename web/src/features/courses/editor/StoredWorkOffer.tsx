import { useLingui } from "@lingui/react/macro";
import { History } from "lucide-react";
import { Button } from "../../../ui/Button.tsx";
import type { useStoredWork } from "./useStoredWork.ts";
import { formatDateTime } from "../../../ui/format.ts";

/** Offers unsaved work of an earlier visit. */
export function StoredWorkOffer({ storedWork }: { storedWork: ReturnType<typeof useStoredWork> }) {
  const { t } = useLingui();
  if (!storedWork.offer) return null;
  const when = formatDateTime(storedWork.offer.keptAt);
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-surface px-5 py-4 text-sm"
    >
      <History size={18} aria-hidden className="shrink-0 text-accent-text" />
      <p className="min-w-0 flex-1 basis-60">{t`There is unsaved work on this course from ${when}.`}</p>
      <Button kind="ghost" size="small" onClick={() => void storedWork.discard()}>
        {t`Discard`}
      </Button>
      <Button kind="quiet" size="small" onClick={storedWork.restore}>
        {t`Restore`}
      </Button>
    </div>
  );
}
