import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { UploadBox, type SendFile } from "./UploadBox.tsx";
import { formatNumber } from "./format.ts";

type Props<Result> = {
  label: string;
  hint?: string;
  /** As the `accept` of a file input: '.pdf,video/mp4'. */
  accept?: string;
  /** The maximum size in bytes, checked before sending. */
  maxBytes?: number;
  /** Returns why a file cannot be sent, checked before sending; null if it can. */
  refusal?: (file: File) => string | null;
  send: SendFile<Result>;
  onDone: (result: Result, file: File) => void;
  /** The name of the existing file. */
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

/** Selects a file and sends it immediately, with progress; it can be cancelled and retried with the same file. */
export function UploadField<Result>({ maxBytes, refusal, send, onDone, error, ...box }: Props<Result>) {
  const { t } = useLingui();
  const [state, setState] = useState<State>({ kind: "idle" });
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  return (
    <UploadBox
      {...box}
      upload={shown()}
      error={state.kind === "refused" ? state.message : error}
      onChoose={([file]) => file && choose(file)}
      onCancel={() => (state.kind === "sending" ? state.stop.abort() : setState({ kind: "idle" }))}
      onRetry={() => state.kind === "failed" && void start(state.file)}
    />
  );

  function shown() {
    if (state.kind === "sending") return { status: "sending" as const, file: state.file, part: state.part };
    return state.kind === "failed" ? { status: "failed" as const, file: state.file, message: state.message } : null;
  }

  function choose(file: File) {
    const reason = refusal?.(file);
    if (reason) return setState({ kind: "refused", message: reason });
    if (maxBytes && file.size > maxBytes) {
      const limit = formatNumber(maxBytes / 1024 / 1024, { maximumFractionDigits: 0 });
      return setState({ kind: "refused", message: t`This file is larger than ${limit} MB.` });
    }
    void start(file);
  }

  async function start(file: File) {
    const stop = new AbortController();
    running.current = stop;
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
