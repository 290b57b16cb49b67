import { useLingui } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "../Button.tsx";
import { useNarrow } from "../useNarrow.ts";

export type ExportFormat = "csv" | "xlsx" | "pdf";

type Props = {
  onExport: (format: ExportFormat) => Promise<void> | void;
  disabled?: boolean;
};

/** Exports a table as a file, one at a time. */
export function ExportButtons({ onExport, disabled = false }: Props) {
  const { t } = useLingui();
  const [busy, setBusy] = useState<string | null>(null);
  const narrow = useNarrow();
  const formats: [string, string, () => Promise<void> | void][] = [
    ["CSV", t`Export CSV`, () => onExport("csv")],
    ["Excel", t`Export Excel`, () => onExport("xlsx")],
    ["PDF", t`Export PDF`, () => onExport("pdf")],
  ];
  return (
    // On a phone they are in a line of their own, aligned with what is above and below.
    <div className="flex flex-wrap gap-x-3 max-sm:-ml-3 max-sm:w-full">
      {formats.map(([short, label, run]) => (
        <Button
          key={label}
          kind="ghost"
          size="small"
          busy={busy === label}
          disabled={disabled || busy !== null}
          aria-label={busy === label ? undefined : label}
          onClick={() => void take(label, run)}
        >
          {busy !== label && <Download size={15} aria-hidden />}
          {busy === label ? t`Exporting...` : narrow ? short : label}
        </Button>
      ))}
    </div>
  );

  async function take(label: string, run: () => Promise<void> | void) {
    setBusy(label);
    try {
      await run();
    } finally {
      setBusy(null);
    }
  }
}
