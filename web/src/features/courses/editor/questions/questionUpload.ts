import { t } from "@lingui/core/macro";
import { createContext, useCallback, useContext, useRef, useState } from "react";
import { giveUpFile, sendFile } from "../uploads.ts";
import { formatUploadFailure } from "../uploadFailure.ts";

export type FileKind = "image" | "audio";
const types: Record<FileKind, string> = {
  image: "image/png,image/jpeg,image/gif,image/webp",
  audio: "audio/*,.mp3,.m4a,.ogg,.wav,.flac,.webm",
};
export const acceptedTypes = (kind: FileKind) => types[kind];

export type QuestionUpload = {
  /** What is being sent; null when nothing is. */
  sending: { name: string; part: number } | null;
  problem: string | null;
  send: (kind: FileKind, file: File, onDone: (address: string) => void) => void;
  cancel: () => void;
};

/** Sends one file at a time for a question. The fields of the question cannot be changed meanwhile. */
export function useQuestionUpload(): QuestionUpload {
  const [sending, setSending] = useState<QuestionUpload["sending"]>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const stop = useRef<(() => void) | null>(null);
  const cancel = useCallback(() => {
    stop.current?.();
    setSending(null);
  }, []);

  const send = useCallback<QuestionUpload["send"]>((kind, file, onDone) => {
    const own = new AbortController();
    stop.current = () => {
      own.abort();
      giveUpFile(kind, file);
    };
    setProblem(null);
    setSending({ name: file.name, part: 0 });
    const onProgress = (part: number) => own.signal.aborted || setSending({ name: file.name, part });
    sendFile(kind, file, { signal: own.signal, onProgress: (part) => void onProgress(part) })
      .then(({ url }) => {
        if (!own.signal.aborted) onDone(url);
      })
      .catch((failure: unknown) => {
        if (own.signal.aborted) return;
        setProblem(failure instanceof Error && failure.message ? failure.message : formatUploadFailure(kind));
      })
      .finally(() => {
        if (!own.signal.aborted) setSending(null);
      });
  }, []);

  return { sending, problem, send, cancel };
}

const nothing: QuestionUpload = { sending: null, problem: null, send: () => {}, cancel: () => {} };

/** The upload of the question that is edited. */
export const QuestionUploadContext = createContext<QuestionUpload>(nothing);
export const useUploadOfQuestion = () => useContext(QuestionUploadContext);

/** Returns the name of a kind of file, for buttons. */
export const nameAdding = (kind: FileKind) => (kind === "image" ? t`Add picture` : t`Add recording`);
