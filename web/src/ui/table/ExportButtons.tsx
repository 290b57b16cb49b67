import { useLingui } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "../Button.tsx";

/** What a table can be written as that is calculated with. */
export type SheetFormat = "csv" | "xlsx";

type Props = {
  onExport: (format: SheetFormat) => Promise<void> | void;
  /** Offers 'Export PDF' too. */
  onPaper?: (() => Promise<void> | void) | undefined;
  disabled?: boolean;
};

/** A table as files; one at a time. */
export function ExportButtons({ onExport, onPaper, disabled = false }: Props) {
  const { t } = useLingui();
  const [busy, setBusy] = useState<string | null>(null);
  const ways: [string, () => Promise<void> | void][] = [
    [t`Export CSV`, () => onExport("csv")],
    [t`Export Excel`, () => onExport("xlsx")],
  ];
  if (onPaper) ways.push([t`Export PDF`, onPaper]);
  return ways.map(([label, run]) => (
    <Button
      key={label}
      kind="ghost"
      size="small"
      busy={busy === label}
      disabled={disabled || busy !== null}
      onClick={() => void take(label, run)}
    >
      {busy !== label && <Download size={15} aria-hidden />}
      {busy === label ? t`Exporting...` : label}
    </Button>
  ));

  async function take(label: string, run: () => Promise<void> | void) {
    setBusy(label);
    try {
      await run();
    } finally {
      setBusy(null);
    }
  }
}
