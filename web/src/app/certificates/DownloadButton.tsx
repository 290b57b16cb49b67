import { useLingui } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { useState } from "react";
import { downloadCertificate } from "./certificate.ts";
import { Button } from "../../ui/Button.tsx";

type Props = { course: { id: number; title: string }; userId?: number | undefined };

/** Saves the certificate of one course, of the current user by default, and shows progress meanwhile. */
export function DownloadButton({ course, userId }: Props) {
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
    await downloadCertificate(course, userId);
    setBusy(false);
  }
}
