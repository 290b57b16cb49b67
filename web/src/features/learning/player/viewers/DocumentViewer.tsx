import { useLingui } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { buttonClass } from "../../../../ui/buttonClass.ts";
import { FileView } from "../../../../ui/file/FileView.tsx";
import { RichText } from "../../../../ui/text/RichText.tsx";
import type { UnitOf } from "../units.ts";

/** Shows a document in the page, or a download where browsers cannot show it, with its text. */
export function DocumentViewer({ unit, title }: { unit: UnitOf<"DocumentUnit">; title: string }) {
  const { t } = useLingui();
  const { file_path, file_type, file_name, pdf_path, description } = unit;
  return (
    <>
      {file_path ? (
        <FileView src={pdf_path ?? file_path} type={pdf_path ? "application/pdf" : file_type} name={title}>
          <div className="rounded-card border border-line bg-surface p-6">
            <p className="mb-4">
              {t`This document type cannot be displayed directly. Please download it using the link below:`}
            </p>
            <a href={file_path} download={file_name ?? ""} className={buttonClass({ kind: "quiet" }, "max-w-full")}>
              <Download size={16} aria-hidden className="shrink-0" />
              <span className="truncate" title={file_name ?? title}>{t`Download ${file_name ?? title}`}</span>
            </a>
          </div>
        </FileView>
      ) : (
        <p className="text-muted">{t`No document available for this unit.`}</p>
      )}
      <div className="mt-7">
        <RichText content={description} optional />
      </div>
    </>
  );
}
