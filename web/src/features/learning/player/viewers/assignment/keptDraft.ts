import { useState } from "react";
import { createMessageId } from "../../messageId.ts";
import type { HandedIn } from "../../responses.ts";
import { createDeviceStore } from "../../deviceStore.ts";
import type { UploadedFile } from "./FileToHandIn.tsx";

type Draft = {
  text: string;
  file: UploadedFile | null;
  /** What was sent without an answer, and its id. */
  sent: { id: string; words: string } | null;
};

const blank: Draft = { text: "", file: null, sent: null };
const store = createDeviceStore<Draft>("assignment:");

/**
 * Holds the draft of a submission, stored on this device by user and unit. A draft that was sent without an answer
 * keeps its id: sent again after a reload, it is the same submission.
 */
export function useKeptDraft(key: string, attempt: number) {
  const [draft, setDraft] = useState(() => store.get(key) ?? blank);

  return {
    text: draft.text,
    file: draft.file,
    setText: (text: string) => change({ text }),
    setFile: (file: UploadedFile | null) => change({ file }),
    /** Returns the id of what is sent now; the same text in another attempt gets another id. */
    getSubmissionId: (given: HandedIn): string => {
      const words = JSON.stringify([attempt, given]);
      if (draft.sent?.words === words) return draft.sent.id;
      const sent = { id: createMessageId(), words };
      change({ sent });
      return sent.id;
    },
    clear: () => {
      setDraft(blank);
      store.remove(key);
    },
  };

  function change(part: Partial<Draft>) {
    const next = { ...draft, ...part };
    setDraft(next);
    if (next.text || next.file || next.sent) store.put(key, next);
    else store.remove(key);
  }
}
