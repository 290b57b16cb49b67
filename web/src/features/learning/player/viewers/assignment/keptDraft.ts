import { useState } from "react";
import { newLetterId } from "../../letterId.ts";
import type { HandedIn } from "../../responses.ts";
import { createShelf } from "../../shelf.ts";
import type { UploadedFile } from "./FileToHandIn.tsx";

type Draft = {
  text: string;
  file: UploadedFile | null;
  /** What was sent and not answered, and the word it went under. */
  sent: { id: string; words: string } | null;
};

const blank: Draft = { text: "", file: null, sent: null };
const shelf = createShelf<Draft>("assignment:");

/**
 * What somebody is about to hand in in an attempt, kept on this device as it is made, under the person and the unit. What was
 * sent without an answer keeps its word: sent again after a reload, it is still the same submission.
 */
export function useKeptDraft(key: string, attempt: number) {
  const [draft, setDraft] = useState(() => shelf.get(key) ?? blank);

  return {
    text: draft.text,
    file: draft.file,
    setText: (text: string) => change({ text }),
    setFile: (file: UploadedFile | null) => change({ file }),
    /** The word for what is sent now; of another attempt, the same words are something else. */
    idOf: (given: HandedIn): string => {
      const words = JSON.stringify([attempt, given]);
      if (draft.sent?.words === words) return draft.sent.id;
      const sent = { id: newLetterId(), words };
      change({ sent });
      return sent.id;
    },
    clear: () => {
      setDraft(blank);
      shelf.remove(key);
    },
  };

  function change(part: Partial<Draft>) {
    const next = { ...draft, ...part };
    setDraft(next);
    if (next.text || next.file || next.sent) shelf.put(key, next);
    else shelf.remove(key);
  }
}
