import { useLingui } from "@lingui/react/macro";
import { History } from "lucide-react";
import { Button } from "../../../ui/Button.tsx";
import type { useKeptWork } from "./useKeptWork.ts";

/** Offers what an earlier visit left unsaved. */
export function KeptWorkOffer({ kept }: { kept: ReturnType<typeof useKeptWork> }) {
  const { t, i18n } = useLingui();
  if (!kept.offer) return null;
  const when = i18n.date(new Date(kept.offer.keptAt), { dateStyle: "long", timeStyle: "short" });
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-surface px-5 py-4 text-sm"
    >
      <History size={18} aria-hidden className="shrink-0 text-accent-text" />
      <p className="min-w-0 flex-1 basis-60">{t`There is unsaved work on this course from ${when}.`}</p>
      <Button kind="ghost" size="small" onClick={() => void kept.discard()}>
        {t`Discard`}
      </Button>
      <Button kind="quiet" size="small" onClick={kept.restore}>
        {t`Restore`}
      </Button>
    </div>
  );
}
