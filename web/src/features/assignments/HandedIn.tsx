import { useLingui } from "@lingui/react/macro";
import { Suspense } from "react";
import { loadTexts } from "../../app/i18n.ts";
import { Download } from "lucide-react";
import { buttonClass } from "../../ui/buttonClass.ts";
import { Card } from "../../ui/Card.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import type { Submission } from "./assignments.documents.ts";
import { formatDateTime } from "../../ui/format.ts";
import { lazyPart } from "../../ui/lazyPart.tsx";

// Loaded with the texts of viewers.
const FileView = lazyPart(async () => {
  const [{ FileView }] = await Promise.all([import("../../ui/file/FileView.tsx"), loadTexts("viewers")]);
  return { default: FileView };
});

/** Shows a submission: the text, or the file in the page if browsers can show it, with a download. */
export function HandedIn({ submission }: { submission: Submission }) {
  const { t } = useLingui();
  const { content, file_path, download_path, file_type, file_name, created_at } = submission;
  const when = formatDateTime(created_at);
  return (
    <Card title={t`Handed in`} action={<p className="text-small text-muted">{when}</p>}>
      {file_path ? (
        <div className="grid gap-4">
          {download_path && (
            <a
              href={download_path}
              download={file_name ?? ""}
              className={buttonClass({ kind: "quiet", size: "small" }, "max-w-full justify-self-start")}
            >
              <Download size={15} aria-hidden className="shrink-0" />
              <span className="truncate" title={file_name ?? undefined}>{t`Download ${file_name ?? t`File`}`}</span>
            </a>
          )}
          <Suspense fallback={<Skeleton className="h-72 rounded-card" />}>
            <FileView src={file_path} type={file_type} name={file_name ?? t`File`}>
              <p className="text-sm text-muted">{t`This type of file cannot be shown here.`}</p>
            </FileView>
          </Suspense>
        </div>
      ) : (
        <p className="max-w-prose whitespace-pre-wrap">{content}</p>
      )}
    </Card>
  );
}
