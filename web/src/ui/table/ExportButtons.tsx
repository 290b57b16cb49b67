import { useLingui } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "../Button.tsx";
import { useNarrow } from "../useNarrow.ts";

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
  const narrow = useNarrow();
  const ways: [string, string, () => Promise<void> | void][] = [
    ["CSV", t`Export CSV`, () => onExport("csv")],
    ["Excel", t`Export Excel`, () => onExport("xlsx")],
  ];
  if (onPaper) ways.push(["PDF", t`Export PDF`, onPaper]);
  return (
    // On a phone they stand in a line of their own, as far left as what is above and below.
    <div className="flex flex-wrap gap-x-3 max-sm:-ml-3 max-sm:w-full">
      {ways.map(([short, label, run]) => (
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
