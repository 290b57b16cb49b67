import type { ReactNode } from "react";
import { UploadBox } from "../../../../ui/UploadBox.tsx";
import type { Unit } from "../draft.ts";
import { useEditor, useUpload } from "../editorContext.ts";
import type { UploadKind } from "../uploads.ts";

type Props = {
  unit: Unit;
  kind: UploadKind;
  label: string;
  accept: string;
  hint: string;
  /** What a file is called whose name is not known any more. */
  fallbackName: string;
  /** Called when an upload is given up. */
  onCancel?: () => void;
  onRemove: () => void;
  /** Shows the file; `name` is known for one that was chosen in this draft. */
  children: (address: string, name: string | null) => ReactNode;
};

/** The file that a unit is about: chosen, sent at once, shown, replaced and removed. */
export function UnitFile({ unit, kind, label, accept, hint, fallbackName, onCancel, onRemove, children }: Props) {
  const { dispatch, uploads } = useEditor();
  const upload = useUpload(unit.key);
  const address = upload?.preview ?? unit.file;

  return (
    <div className="grid gap-4">
      <UploadBox
        label={label}
        accept={accept}
        hint={hint}
        upload={upload}
        current={unit.file ? (unit.file_name ?? fallbackName) : undefined}
        onChoose={([file]) => file && send(file)}
        onCancel={() => {
          uploads.cancel(unit.key);
          onCancel?.();
        }}
        onRetry={() => uploads.retry(unit.key)}
        onRemove={onRemove}
      />
      {address && children(address, upload?.file.name ?? unit.file_name)}
    </div>
  );

  /** Goes on when another unit is chosen, so it must not depend on this component. */
  function send(file: File) {
    uploads.start(unit.key, kind, file, (url) =>
      dispatch({ do: "changeUnit", key: unit.key, change: { file: url, file_name: file.name, youtube_link: "" } }),
    );
  }
}
