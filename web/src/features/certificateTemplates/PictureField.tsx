import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { ApiError, getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { ImageField } from "../../ui/ImageField.tsx";
import { UploadCertificatePicture } from "./certificateTemplates.documents.ts";

type Props = {
  kind: "background" | "logo" | "signature";
  label: string;
  hint: string;
  /** The address of the picture, or null. */
  current: string | null;
  error?: string | undefined;
  onChange: (address: string | null) => void;
};

/** Selects a picture and uploads it at once, so that the preview shows it. */
export function PictureField({ kind, label, hint, current, error, onChange }: Props) {
  const { t } = useLingui();
  const sending = useMutation({
    mutationFn: async (file: File) =>
      (await execute(UploadCertificatePicture, { kind, file })).uploadCertificatePicture,
    onSuccess: (address) => onChange(address),
  });
  return (
    <ImageField
      label={label}
      hint={sending.isPending ? t`Uploading...` : hint}
      current={current}
      value={{ file: null, isRemoved: current === null }}
      error={sending.error ? getProblem(sending.error) : error}
      onChange={({ file }) => {
        if (file) return sending.mutate(file);
        sending.reset();
        onChange(null);
      }}
    />
  );
}

const getProblem = (error: Error): string =>
  (error instanceof ApiError && Object.values(error.validation ?? {}).flat()[0]) || getMessage(error);
