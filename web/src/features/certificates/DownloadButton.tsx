import { useLingui } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { useState } from "react";
import { downloadCertificate } from "../../app/certificate.ts";
import { Button } from "../../ui/Button.tsx";

/** Saves the certificate of one course; says so while the file is being made. */
export function DownloadButton({ course }: { course: { id: number; title: string } }) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);
  return (
    <Button
      kind="ghost"
      size="small"
      busy={busy}
      aria-label={busy ? t`Downloading...` : t`Download: ${course.title}`}
      onClick={() => void download()}
    >
      {!busy && <Download size={15} aria-hidden />}
      {busy ? t`Downloading...` : t`Download`}
    </Button>
  );

  async function download() {
    setBusy(true);
    await downloadCertificate(course);
    setBusy(false);
  }
}
