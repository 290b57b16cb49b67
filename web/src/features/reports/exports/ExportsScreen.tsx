import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useViewer } from "../../../app/session.ts";
import { useTitle } from "../../../app/title.ts";
import { BackLink } from "../../../ui/BackLink.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { ReportFilters } from "../ReportFilters.tsx";
import { useReportFilters } from "../reportSearch.ts";
import { ExportList } from "./ExportList.tsx";
import { useExport } from "../../../app/useExport.ts";
import type { ExportFormat } from "../../../ui/table/ExportButtons.tsx";

/** Renders `/reports/exports`: an export of every learner in every course, and the files of the last days. */
export function ExportsScreen() {
  const { t } = useLingui();
  const { reportFilters } = useReportFilters();
  const exportTable = useExport();
  const mayReadReports = useViewer().can("report.view");
  const [busy, setBusy] = useState<ExportFormat | null>(null);
  useTitle(t`Exports`);
  return (
    <>
      {mayReadReports && <BackLink to="/reports/users">{t`Back to user reports`}</BackLink>}
      <PageHeader title={t`Exports`} />
      {mayReadReports && (
        <Card title={t`Everything`} className="mb-6">
          <p className="mb-5 max-w-prose text-muted">
            {t`Every learner in every course: status, progress, dates, score and time, one row each.`}
          </p>
          <ReportFilters />
          <div className="flex flex-wrap gap-3">
            <Button busy={busy === "csv"} disabled={busy !== null} onClick={() => void run("csv")}>
              {t`Everything as CSV`}
            </Button>
            <Button kind="quiet" busy={busy === "xlsx"} disabled={busy !== null} onClick={() => void run("xlsx")}>
              {t`Everything as Excel`}
            </Button>
            <Button kind="quiet" busy={busy === "pdf"} disabled={busy !== null} onClick={() => void run("pdf")}>
              {t`Everything as PDF`}
            </Button>
          </div>
        </Card>
      )}
      <ExportList />
    </>
  );

  async function run(format: ExportFormat) {
    setBusy(format);
    await exportTable({ kind: "everything", ...reportFilters }, format);
    setBusy(null);
  }
}
