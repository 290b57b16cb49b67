import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { UploadBox } from "../../../../ui/UploadBox.tsx";
import type { Unit } from "../draft.ts";
import { useEditor, useUpload } from "../editorContext.ts";
import type { UploadKind } from "../uploadKinds.ts";

type Props = {
  unit: Unit;
  kind: UploadKind;
  label: string;
  accept: string;
  hint: string;
  /** Called when an upload is cancelled. */
  onCancel?: () => void;
  onRemove: () => void;
  /** Shows the file, also during its upload. */
  children?: (address: string) => ReactNode;
};

/** Edits the file of a unit: it is uploaded when chosen, shown, replaced and removed. */
export function UnitFile({ unit, kind, label, accept, hint, onCancel, onRemove, children }: Props) {
  const { dispatch, uploads } = useEditor();
  const upload = useUpload(unit.key);
  const { t } = useLingui();
  const interrupted = unit.file ? null : uploads.interrupted(unit.key);
  const address = upload?.preview ?? unit.file;

  return (
    <div className="grid gap-4">
      <UploadBox
        label={label}
        accept={accept}
        hint={hint}
        upload={upload}
        current={unit.file ? (unit.file_name ?? label) : undefined}
        onChoose={([file]) => file && send(file)}
        onCancel={() => {
          uploads.cancel(unit.key);
          onCancel?.();
        }}
        onRetry={() => uploads.retry(unit.key)}
        onPause={uploads.canPause(unit.key) ? () => uploads.pause(unit.key) : undefined}
        onRemove={onRemove}
      />
      {interrupted && (
        <p role="status" className="text-sm text-warn-text">
          {t`The upload of ${interrupted.name} was interrupted. Choose the same file again, and it goes on where it stopped.`}
        </p>
      )}
      {address && children?.(address)}
    </div>
  );

  /** Continues when another unit is selected, so it must not depend on this component. */
  function send(file: File) {
    uploads.start(unit.key, kind, file, ({ url, scorm }) => {
      const change = {
        file: url,
        file_name: file.name,
        file_type: file.type || null,
        pdf_path: null,
        youtube_link: "",
        scorm_id: scorm?.id ?? null,
      };
      dispatch({ do: "changeUnit", key: unit.key, change });
    });
  }
}
