import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { Award } from "lucide-react";
import { execute } from "../../../app/graphql.ts";
import { Button } from "../../../ui/Button.tsx";
import { toast } from "../../../ui/toast.ts";
import { GenerateCertificate } from "../learning.documents.ts";
import { saveFile } from "./saveFile.ts";

/** Has the server issue the certificate and saves it. */
export function CertificateButton({ course }: { course: { id: number; title: string } }) {
  const { t } = useLingui();
  const download = useMutation({
    mutationFn: async () => {
      const { generateCertificate } = await execute(GenerateCertificate, { input: { course_id: course.id } });
      await saveFile(generateCertificate.certificate_url, `${course.title}-certificate.pdf`);
    },
    onError(error) {
      console.error(error);
      toast({ kind: "error", text: t`Failed to download the certificate. Please try again.` });
    },
  });
  return (
    <Button kind="quiet" size="large" busy={download.isPending} onClick={() => download.mutate()}>
      <Award size={18} aria-hidden />
      {t`Download Certificate`}
    </Button>
  );
}
