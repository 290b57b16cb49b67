import { useLingui } from "@lingui/react/macro";
import { ApiError, getMessage } from "../../../../../app/errors.ts";
import { upload } from "../../../../../app/http.ts";
import type { SendFile } from "../../../../../ui/UploadBox.tsx";
import { UploadField } from "../../../../../ui/UploadField.tsx";
import { acceptedEndings, isAccepted, largestFile } from "./accepted.ts";

export type UploadedFile = { path: string; name: string };
type Props = {
  courseId: number;
  unitId: number;
  file: UploadedFile | null;
  onChange: (file: UploadedFile | null) => void;
};

/** Uploads a file with progress; it is submitted only with 'Submit'. */
export function FileToHandIn({ courseId, unitId, file, onChange }: Props) {
  const { t } = useLingui();
  const accepted = t`Accepted files: PDF, DOCX, XLSX, PNG, JPG, MP4, ZIP; 100 MB maximum.`;

  const send: SendFile<UploadedFile> = async (chosen, options) => {
    onChange(null);
    const form = new FormData();
    // Before the file: the server reads these first.
    form.set("courseId", String(courseId));
    form.set("unitId", String(unitId));
    form.set("file", chosen);
    try {
      const { filePath } = await upload<{ filePath: string }>("/api/upload-assignment", form, options);
      return { path: filePath, name: chosen.name };
    } catch (error) {
      if (options.signal.aborted) throw error;
      throw new Error(`${t`File upload failed.`} ${getReason(error)}`, { cause: error });
    }
  };

  return (
    <UploadField
      label={t`File`}
      hint={accepted}
      accept={acceptedEndings.join()}
      maxBytes={largestFile}
      refusal={(chosen) => (isAccepted(chosen) ? null : accepted)}
      send={send}
      onDone={onChange}
      current={file?.name}
      onRemove={() => onChange(null)}
    />
  );
}

const getReason = (error: unknown) =>
  (error instanceof ApiError && Object.values(error.validation ?? {})[0]?.[0]) || getMessage(error);
