import { useLingui } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { Suspense, useState } from "react";
import { loadTexts } from "../../../../../app/i18n.ts";
import { buttonClass } from "../../../../../ui/buttonClass.ts";
import { Confirm } from "../../../../../ui/Confirm.tsx";
import { Skeleton } from "../../../../../ui/Skeleton.tsx";
import { lazyPart } from "../../../../../ui/lazyPart.tsx";
import { RichTextField } from "../../richtext/RichTextField.tsx";
import { CompletionFields } from "../CompletionFields.tsx";
import { UnitFile } from "../UnitFile.tsx";
import type { UnitFieldsProps } from "../unitFieldsProps.ts";

// Loaded with its texts when there is a document to show.
const FileView = lazyPart(async () => {
  const [{ FileView }] = await Promise.all([import("../../../../../ui/file/FileView.tsx"), loadTexts("viewers")]);
  return { default: FileView };
});

/** Edits a document. Its questions are deleted with it, and stay when it is replaced. */
export function PresentationUnitFields({ unit, onChange }: UnitFieldsProps) {
  const { t } = useLingui();
  const [isRemoving, setIsRemoving] = useState(false);
  return (
    <>
      <UnitFile
        unit={unit}
        kind="presentation"
        label={t`Document`}
        accept=".pdf,.doc,.docx,.txt,.xls,.xlsx,.ppt,.pptx,.odt,.ods,.odp"
        hint={t`PDF, Word, Excel, PowerPoint, OpenDocument or text, up to 500 MB.`}
        onRemove={() => (unit.questions.length > 0 ? setIsRemoving(true) : remove())}
      />
      {unit.file && (
        <Suspense fallback={<Skeleton className="h-24 rounded-card" />}>
          <FileView
            src={unit.pdf_path ?? unit.file}
            type={unit.pdf_path ? "application/pdf" : unit.file_type}
            name={t`Preview of the document`}
          >
            <p className="text-sm text-muted">{t`This type of document cannot be shown here. Learners download it.`}</p>
          </FileView>
          <a
            href={unit.file}
            download={unit.file_name ?? ""}
            className={buttonClass({ kind: "quiet", size: "small" }, "w-fit")}
          >
            <Download size={15} aria-hidden />
            {t`Download the document`}
          </a>
        </Suspense>
      )}
      <RichTextField label={t`Content`} value={unit.content} onChange={(content) => onChange({ content })} />
      <CompletionFields unit={unit} onChange={onChange} />
      <Confirm
        open={isRemoving}
        onClose={() => setIsRemoving(false)}
        onConfirm={remove}
        title={t`Confirm Removal`}
        confirm={t`Remove`}
      >
        {t`Are you sure you want to remove this document? The questions of this unit are removed with it.`}
      </Confirm>
    </>
  );

  function remove() {
    setIsRemoving(false);
    onChange({ file: null, file_name: null, file_type: null, pdf_path: null, questions: [] });
  }
}
