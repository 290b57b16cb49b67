import { useLingui } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { useState } from "react";
import { type Certified, downloadCertificate } from "./certificate.ts";
import { Button } from "../../ui/Button.tsx";

type Props = { of: Certified; userId?: number | undefined };

/** Saves the certificate of one course or learning path, of the current user by default, and shows progress meanwhile. */
export function DownloadButton({ of, userId }: Props) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);
  return (
    <Button
      kind="ghost"
      size="small"
      busy={busy}
      aria-label={busy ? t`Downloading...` : t`Download: ${of.title}`}
      onClick={() => void download()}
    >
      {!busy && <Download size={15} aria-hidden />}
      {busy ? t`Downloading...` : t`Download`}
    </Button>
  );

  async function download() {
    setBusy(true);
    await downloadCertificate(of, userId);
    setBusy(false);
  }
}
