import { useLingui } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { useExport, type ExportFormat, type ExportRequest } from "./useExport.ts";

/** A table as files: beside 'Export CSV' as a workbook and on paper, and where a list has no such button, as CSV too. */
export function ExportFiles({
  request,
  disabled = false,
  withCsv = false,
}: {
  request: ExportRequest;
  disabled?: boolean;
  withCsv?: boolean;
}) {
  const { t } = useLingui();
  const take = useExport();
  const [busy, setBusy] = useState<ExportFormat | null>(null);
  const buttons: [ExportFormat, string][] = [
    ["xlsx", t`Export Excel`],
    ["pdf", t`Export PDF`],
  ];
  if (withCsv) buttons.push(["csv", t`Export CSV`]);
  return buttons.map(([format, label]) => (
    <Button
      key={format}
      kind="ghost"
      size="small"
      busy={busy === format}
      disabled={disabled || busy !== null}
      onClick={() => void run(format)}
    >
      {busy !== format && <Download size={15} aria-hidden />}
      {label}
    </Button>
  ));

  async function run(format: ExportFormat) {
    setBusy(format);
    await take(request, format);
    setBusy(null);
  }
}
