import { useLingui } from "@lingui/react/macro";
import { FileUp, RotateCcw, X } from "lucide-react";
import { useId, useRef, useState } from "react";
import { Button } from "./Button.tsx";
import { ProgressBar } from "./ProgressBar.tsx";

/** Sends one file; `onProgress` takes 0 to 1. Rejects with an Error whose message is for people. */
export type SendFile<Result> = (
  file: File,
  options: { onProgress: (part: number) => void; signal: AbortSignal },
) => Promise<Result>;

type Props<Result> = {
  label: string;
  hint?: string;
  /** As the `accept` of a file input: '.pdf,video/mp4'. */
  accept?: string;
  /** The largest size in bytes, checked before sending. */
  maxBytes?: number;
  send: SendFile<Result>;
  onDone: (result: Result, file: File) => void;
  /** The name of the file that is already there. */
  current?: string | undefined;
  onRemove?: () => void;
  error?: string | undefined;
  chooseLabel?: string;
};

type State =
  | { kind: "idle" }
  | { kind: "sending"; file: File; part: number; stop: AbortController }
  | { kind: "failed"; file: File; message: string }
  | { kind: "refused"; message: string };

/** Chooses a file and sends it at once, with true progress; it can be cancelled, and tried again with the same file. */
export function UploadField<Result>(props: Props<Result>) {
  const { label, hint, accept, maxBytes, send, onDone, current, onRemove, error, chooseLabel } = props;
  const { t, i18n } = useLingui();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<State>({ kind: "idle" });
  const problem = state.kind === "failed" || state.kind === "refused" ? state.message : error;

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
        className="hidden"
        onChange={(event) => choose(event.target)}
      />
      <div className="rounded-ctl border border-dashed border-line-strong bg-surface p-3.5">
        {state.kind === "sending" ? sending(state) : resting()}
      </div>
      {problem && (
        <p role="alert" className="mt-1.5 text-small text-danger">
          {problem}
        </p>
      )}
      {hint && <p className="mt-1.5 text-small text-muted">{hint}</p>}
    </div>
  );

  function sending({ file, part, stop }: State & { kind: "sending" }) {
    const percent = Math.floor(part * 100);
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <span className="min-w-0 flex-1 basis-40">
          <span className="mb-1.5 flex justify-between gap-3">
            <span className="truncate">{file.name}</span>
            <span className="text-muted tabular-nums">{i18n.number(percent / 100, { style: "percent" })}</span>
          </span>
          <ProgressBar thin value={percent} label={t`Upload of ${file.name}`} />
        </span>
        <Button kind="quiet" size="small" onClick={() => stop.abort()}>
          {t`Cancel`}
        </Button>
      </div>
    );
  }

  function resting() {
    const failed = state.kind === "failed" ? state.file : null;
    return (
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <span className="min-w-0 flex-1 basis-40 truncate text-muted">
          {failed?.name ?? current ?? t`No file chosen`}
        </span>
        {failed && (
          <Button kind="quiet" size="small" onClick={() => void start(failed)}>
            <RotateCcw size={15} aria-hidden />
            {t`Try again`}
          </Button>
        )}
        <Button kind="quiet" size="small" onClick={() => input.current?.click()}>
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

  function choose(element: HTMLInputElement) {
    const file = element.files?.[0];
    // Emptied, so that choosing the same file once more is noticed.
    element.value = "";
    if (!file) return;
    if (maxBytes && file.size > maxBytes) {
      const limit = i18n.number(maxBytes / 1024 / 1024, { maximumFractionDigits: 0 });
      return setState({ kind: "refused", message: t`This file is larger than ${limit} MB.` });
    }
    void start(file);
  }

  async function start(file: File) {
    const stop = new AbortController();
    const show = (part: number) => setState({ kind: "sending", file, part, stop });
    show(0);
    try {
      const result = await send(file, { onProgress: show, signal: stop.signal });
      setState({ kind: "idle" });
      onDone(result, file);
    } catch (failure) {
      if (stop.signal.aborted) return setState({ kind: "idle" });
      setState({ kind: "failed", file, message: failure instanceof Error ? failure.message : t`The upload failed.` });
    }
  }
}
