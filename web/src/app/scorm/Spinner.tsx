import { useLingui } from "@lingui/react/macro";

/** Covers its container until the content has loaded. */
export function Spinner() {
  const { t } = useLingui();
  return (
    <div className="absolute inset-0 grid place-items-center bg-surface">
      <span
        role="status"
        data-testid="scorm-spinner"
        aria-label={t`Loading`}
        className="size-9 animate-spin rounded-full border-3 border-brand-text border-r-transparent"
      />
    </div>
  );
}
