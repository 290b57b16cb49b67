import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { Award } from "lucide-react";
import { downloadCertificate } from "../../app/certificates/certificate.ts";
import { Button } from "../../ui/Button.tsx";

/** Downloads the certificate of a completed course, and shows that the file is being made. */
export function CertificateButton({ course }: { course: { id: number; title: string } }) {
  const { t } = useLingui();
  const download = useMutation({
    mutationFn: () => downloadCertificate({ course_id: course.id, title: course.title }),
  });
  return (
    <Button kind="quiet" size="large" busy={download.isPending} onClick={() => download.mutate()}>
      {!download.isPending && <Award size={18} aria-hidden />}
      {download.isPending ? t`Downloading...` : t`Download Certificate`}
    </Button>
  );
}
