import { useLingui } from "@lingui/react/macro";
import { FileUp, RotateCcw, X } from "lucide-react";
import { useId, useRef } from "react";
import { Button } from "./Button.tsx";
import { ProgressBar } from "./ProgressBar.tsx";
import { formatPercent } from "./format.ts";

/** Sends one file; `onProgress` takes 0 to 1. Rejects with an Error whose message can be shown. */
export type SendFile<Result> = (
  file: File,
  options: { onProgress: (part: number) => void; signal: AbortSignal },
) => Promise<Result>;

/** An upload in progress (`part` of 0 to 1), paused, or failed. */
export type UploadState =
  | { status: "sending" | "paused"; file: { name: string }; part: number }
  | { status: "failed"; file: { name: string }; message: string };

type Props = {
  label: string;
  hint?: string | undefined;
  /** As the `accept` of a file input: '.pdf,video/mp4'. */
  accept?: string | undefined;
  multiple?: boolean;
  upload?: UploadState | null | undefined;
  /** The name of the existing file. */
  current?: string | undefined;
  onChoose: (files: File[]) => void;
  onCancel: () => void;
  onRetry: () => void;
  /** For uploads that can be paused; `onRetry` resumes them. */
  onPause?: (() => void) | undefined;
  onRemove?: (() => void) | undefined;
  error?: string | undefined;
  chooseLabel?: string | undefined;
};

/** Selects a file and shows the progress of its upload; the caller sends it. */
export function UploadBox(props: Props) {
  const { label, hint, accept, multiple, upload, error, onChoose, onCancel } = props;
  const { t } = useLingui();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const problem = upload?.status === "failed" ? upload.message : error;

  return (
    <div role="group" aria-labelledby={id}>
      <p id={id} className="mb-1.5 text-sm font-medium">
        {label}
      </p>
      <input
        ref={input}
        type="file"
        aria-label={label}
        accept={accept}
        multiple={multiple}
        className="hidden"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // Cleared, so that selecting the same file again is noticed.
          target.value = "";
          if (files.length > 0) onChoose(files);
        }}
      />
      <div className="rounded-ctl border border-dashed border-line-strong bg-surface p-3.5">
        {upload?.status === "sending" || upload?.status === "paused" ? (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
            <UploadProgress name={upload.file.name} part={upload.part} />
            {upload.status === "paused" ? (
              <Button kind="quiet" size="small" onClick={props.onRetry}>
                {t`Resume`}
              </Button>
            ) : (
              props.onPause && (
                <Button kind="quiet" size="small" onClick={props.onPause}>
                  {t`Pause`}
                </Button>
              )
            )}
            <Button kind="quiet" size="small" onClick={onCancel}>
              {t`Cancel`}
            </Button>
          </div>
        ) : (
          <Resting {...props} choose={() => input.current?.click()} />
        )}
      </div>
      {problem && (
        <p role="alert" className="mt-1.5 text-small text-danger">
          {problem}
        </p>
      )}
      {hint && <p className="mt-1.5 text-small text-muted">{hint}</p>}
    </div>
  );
}

/** Shows the name of a file that is being sent, with its progress. */
export function UploadProgress({ name, part }: { name: string; part: number }) {
  const { t } = useLingui();
  const percent = Math.floor(part * 100);
  return (
    <span className="min-w-0 flex-1 basis-40">
      <span className="mb-1.5 flex justify-between gap-3">
        <span className="truncate" title={name}>
          {name}
        </span>
        <span className="text-muted tabular-nums">{formatPercent(percent)}</span>
      </span>
      <ProgressBar thin value={percent} label={t`Upload of ${name}`} />
    </span>
  );
}

function Resting({
  upload,
  current,
  onCancel,
  onRetry,
  onRemove,
  chooseLabel,
  choose,
}: Props & { choose: () => void }) {
  const { t } = useLingui();
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      <span className="min-w-0 flex-1 basis-40 truncate text-muted" title={upload?.file.name ?? current}>
        {upload?.file.name ?? current ?? t`No file chosen`}
      </span>
      {upload && (
        <Button kind="quiet" size="small" onClick={onRetry}>
          <RotateCcw size={15} aria-hidden />
          {t`Try again`}
        </Button>
      )}
      {upload && (
        <Button kind="ghost" size="small" onClick={onCancel}>
          {t`Cancel`}
        </Button>
      )}
      <Button kind="quiet" size="small" onClick={choose}>
        <FileUp size={15} aria-hidden />
        {current ? t`Replace file` : (chooseLabel ?? t`Choose file`)}
      </Button>
      {current && onRemove && (
        <Button kind="ghost" size="small" aria-label={t`Remove ${current}`} onClick={onRemove}>
          <X size={15} aria-hidden />
        </Button>
      )}
    </div>
  );
}
