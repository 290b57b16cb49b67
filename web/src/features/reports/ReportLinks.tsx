import { useLingui } from "@lingui/react/macro";
import { useViewer } from "../../app/session.ts";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { useReportDefinitions } from "./useReportDefinitions.tsx";

/** Links beside the title of a report: further reports, exports, schedules and printing. */
export function ReportLinks() {
  const { t } = useLingui();
  const viewer = useViewer();
  const { data } = useReportDefinitions();
  const reports = data?.reports.filter(({ has_general_screen }) => has_general_screen) ?? [];
  return (
    <>
      {reports.map(({ kind, title }) => (
        <ButtonLink key={kind} kind="quiet" to="/reports/table" search={{ report: kind }}>
          {title}
        </ButtonLink>
      ))}
      <ButtonLink kind="quiet" to="/reports/exports">{t`Exports`}</ButtonLink>
      {viewer.can("report.schedule") && (
        <ButtonLink kind="quiet" to="/reports/schedules">{t`Scheduled reports`}</ButtonLink>
      )}
      <PrintButton />
    </>
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
