import { useLingui } from "@lingui/react/macro";
import { ProgressBar } from "../../../ui/ProgressBar.tsx";

/** How far an upload is: what has gone up, then that the server is at work on all of it. */
export function UploadStatus({ sent, count }: { sent: number; count: number }) {
  const { t, i18n } = useLingui();
  const isSent = sent >= 1;
  return (
    <div role="status" className="min-w-56 flex-1 text-sm text-muted">
      <p className="mb-1.5">
        {isSent
          ? t`Checking and creating ${i18n.number(count)} users...`
          : t`Sending ${i18n.number(count)} users: ${i18n.number(sent, { style: "percent", maximumFractionDigits: 0 })}`}
      </p>
      <div className={isSent ? "animate-pulse" : undefined}>
        <ProgressBar thin value={sent * 100} label={t`Upload`} />
      </div>
    </div>
  );
}
