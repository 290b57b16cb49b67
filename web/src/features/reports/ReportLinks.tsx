import { useLingui } from "@lingui/react/macro";
import { useViewer } from "../../app/session.ts";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";

/** Beside the title of a report: where its tables go. A browser prints to paper and to PDF alike. */
export function ReportLinks() {
  const { t } = useLingui();
  const viewer = useViewer();
  return (
    <span className="flex flex-wrap gap-2 print:hidden">
      <ButtonLink kind="quiet" to="/reports/exports">{t`Exports`}</ButtonLink>
      {viewer.can("report.schedule") && (
        <ButtonLink kind="quiet" to="/reports/schedules">{t`Scheduled reports`}</ButtonLink>
      )}
      <PrintButton />
    </span>
  );
}

export function PrintButton() {
  const { t } = useLingui();
  return (
    <Button kind="quiet" className="print:hidden" onClick={() => window.print()}>
      {t`Print or PDF`}
    </Button>
  );
}
