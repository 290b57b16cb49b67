import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { loadTexts } from "../../app/i18n.ts";
import { Download } from "lucide-react";
import { buttonClass } from "../../ui/buttonClass.ts";
import { Card } from "../../ui/Card.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import type { Submission } from "./SubmissionScreen.tsx";

// With the texts that viewers share.
const FileView = lazy(async () => {
  const [{ FileView }] = await Promise.all([import("../../ui/file/FileView.tsx"), loadTexts("viewers")]);
  return { default: FileView };
});

/** What was handed in: the text, or the file in the page where browsers can show it, and to download. */
export function HandedIn({ submission }: { submission: Submission }) {
  const { t, i18n } = useLingui();
  const { content, file_path, download_path, file_type, file_name, created_at } = submission;
  const when = i18n.date(created_at, { dateStyle: "long", timeStyle: "short" });
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
              <span className="truncate">{t`Download ${file_name ?? t`File`}`}</span>
            </a>
          )}
          <Suspense fallback={<Skeleton className="h-72 rounded-card" />}>
            <FileView src={file_path} type={file_type} name={file_name ?? t`File`}>
              <p className="text-sm text-muted">{t`This type of file cannot be shown here.`}</p>
            </FileView>
          </Suspense>
        </div>
      ) : (
        <p className="max-w-prose break-words whitespace-pre-wrap">{content}</p>
      )}
    </Card>
  );
}
