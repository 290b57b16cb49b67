import { useLingui } from "@lingui/react/macro";
import { Button } from "../../../../ui/Button.tsx";
import { UploadProgress } from "../../../../ui/UploadBox.tsx";
import type { usePictures } from "./usePictures.ts";

type Props = Pick<ReturnType<typeof usePictures>, "running" | "retry" | "cancel">;

/** Shows the pictures that are being uploaded into a text, and those that failed. */
export function PictureUploads({ running, retry, cancel }: Props) {
  const { t } = useLingui();
  return (
    <ul aria-label={t`Pictures being uploaded`} className="mt-2 grid gap-2 empty:hidden">
      {running.map(({ key, upload }) => (
        <li
          key={key}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-ctl border border-line bg-surface p-3 text-sm"
        >
          {upload.status === "failed" ? (
            <span role="alert" className="min-w-0 flex-1 basis-40 text-danger">
              {upload.file.name}: {upload.message}
            </span>
          ) : (
            <UploadProgress name={upload.file.name} part={upload.part} />
          )}
          {upload.status !== "sending" && (
            <Button kind="quiet" size="small" onClick={() => retry(key)}>
              {t`Try again`}
            </Button>
          )}
          <Button kind="ghost" size="small" onClick={() => cancel(key)}>
            {upload.status === "sending" ? t`Cancel` : t`Remove`}
          </Button>
        </li>
      ))}
    </ul>
  );
}
