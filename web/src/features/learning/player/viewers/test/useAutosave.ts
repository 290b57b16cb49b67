import { useEffect, useRef } from "react";
import type { AnswerSheet } from "../../answerSheet.ts";
import { isEmpty, type Answer, type Question } from "../../../questions/answer.ts";

const typingMs = 800;

/**
 * Sends what is answered in an attempt shortly after it changes, also when it is only a part of an answer, so that the
 * server has it when the time is up. `flush` sends at once.
 */
export function useAutosave(sheet: AnswerSheet) {
  const pending = useRef(new Map<number, Question>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const flush = () => {
    clearTimeout(timer.current);
    for (const question of pending.current.values()) sheet.give(question, true);
    pending.current.clear();
  };
  const latest = useRef(flush);
  useEffect(() => {
    latest.current = flush;
  });
  useEffect(() => {
    const send = () => latest.current();
    addEventListener("pagehide", send);
    return () => {
      removeEventListener("pagehide", send);
      send();
    };
  }, []);

  return {
    flush,
    change(question: Question, answer: Answer) {
      const before = sheet.get().entries[question.id];
      sheet.edit(question, answer);
      // Nothing was there, and nothing is.
      if (isEmpty(answer) && !before?.given) return;
      pending.current.set(question.id, question);
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, typingMs);
    },
  };
}
