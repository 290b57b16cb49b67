import { useLingui } from "@lingui/react/macro";
import { ProgressBar } from "../../../ui/ProgressBar.tsx";
import { formatNumber, formatPercent } from "../../../ui/format.ts";

/** Shows the progress of an upload, then that the server processes it. */
export function UploadStatus({ sent, count }: { sent: number; count: number }) {
  const { t } = useLingui();
  const isSent = sent >= 1;
  return (
    <div role="status" className="min-w-56 flex-1 text-sm text-muted">
      <p className="mb-1.5">
        {isSent
          ? t`Checking and creating ${formatNumber(count)} users...`
          : t`Sending ${formatNumber(count)} users: ${formatPercent(100 * sent)}`}
      </p>
      <div className={isSent ? "animate-pulse" : undefined}>
        <ProgressBar thin value={sent * 100} label={t`Upload`} />
      </div>
    </div>
  );
}
