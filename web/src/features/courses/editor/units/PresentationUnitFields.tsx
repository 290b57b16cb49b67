import { useLingui } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { useState } from "react";
import { buttonClass } from "../../../../ui/buttonClass.ts";
import { Confirm } from "../../../../ui/Confirm.tsx";
import { RichTextField } from "../richtext/RichTextField.tsx";
import { CompletionFields } from "./CompletionFields.tsx";
import { UnitFile } from "./UnitFile.tsx";
import type { UnitFieldsProps } from "./UnitForm.tsx";

/** A document. Its questions are about it: they go when it is removed, and not when it is replaced. */
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
        fallbackName={t`Uploaded document`}
        onRemove={() => (unit.questions.length > 0 ? setIsRemoving(true) : remove())}
      >
        {(address, name) => (
          <a href={address} download={name ?? ""} className={buttonClass({ kind: "quiet", size: "small" }, "w-fit")}>
            <Download size={15} aria-hidden />
            {t`Download the document`}
          </a>
        )}
      </UnitFile>
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
    onChange({ file: null, file_name: null, questions: [] });
  }
}
