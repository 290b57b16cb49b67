import { useLingui } from "@lingui/react/macro";
import { Copy, Download } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { saveFile } from "../../../ui/saveFile.ts";
import { toast } from "../../../ui/toast.ts";

type Props = {
  codes: readonly string[];
  /** Goes on once the user says that the codes are kept. */
  onDone: () => void;
};

/** Shows new recovery codes, which nobody can read again. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const { t } = useLingui();
  const [areKept, setKept] = useState(false);
  const text = codes.join("\n");
  return (
    <div className="grid gap-4">
      <p className="text-muted">
        {t`Each of these codes signs you in once if you lose your device. Keep them where you keep other important papers. They are not shown again.`}
      </p>
      <ul
        aria-label={t`Recovery codes`}
        className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-ctl bg-sunken p-4 font-mono text-sm select-all"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button kind="quiet" size="small" onClick={() => void copy()}>
          <Copy size={16} aria-hidden />
          {t`Copy`}
        </Button>
        <Button
          kind="quiet"
          size="small"
          onClick={() => saveFile("recovery-codes.txt", new Blob([`${text}\n`], { type: "text/plain" }))}
        >
          <Download size={16} aria-hidden />
          {t`Download`}
        </Button>
      </div>
      <Checkbox
        label={t`I have kept the codes.`}
        checked={areKept}
        onChange={({ target }) => setKept(target.checked)}
      />
      <div>
        <Button disabled={!areKept} onClick={onDone}>
          {t`Continue`}
        </Button>
      </div>
    </div>
  );

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      toast({ kind: "success", text: t`The codes were copied.` });
    } catch {
      // No clipboard on an insecure page: the codes can be selected and copied manually.
      toast({ kind: "error", text: t`The codes could not be copied. Select them and copy them yourself.` });
    }
  }
}
