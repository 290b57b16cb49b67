import { useLingui } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { useExport, type ExportRequest } from "./useExport.ts";

/** Beside 'Export CSV' of a table: the same as a workbook. */
export function ExportExcel({ request, disabled = false }: { request: ExportRequest; disabled?: boolean }) {
  const { t } = useLingui();
  const take = useExport();
  const [busy, setBusy] = useState(false);
  return (
    <Button kind="ghost" size="small" busy={busy} disabled={disabled} onClick={() => void run()}>
      {!busy && <Download size={15} aria-hidden />}
      {t`Export Excel`}
    </Button>
  );

  async function run() {
    setBusy(true);
    await take(request, "xlsx");
    setBusy(false);
  }
}
