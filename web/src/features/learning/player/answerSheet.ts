import { ApiError, firstMessage, messageOf } from "../../../app/errors.ts";
import { lettersOf } from "../../../app/letters.ts";
import { blankAnswer, fits, isWhole, readAnswer, type Answer, type Question } from "../questions/answer.ts";
import { newLetterId } from "./letterId.ts";
import { createOutbox } from "./outbox.ts";
import { createShelf } from "./shelf.ts";
import type { PlayerCourse, Unit } from "./units.ts";

/** One question's answer: as it is in view, as it was last given in, and what the server said of that. */
export type Entry = {
  draft: Answer;
  given: Answer | null;
  /** Null until the server has graded what was given. */
  isCorrect: boolean | null;
  /** Why the server did not take it. */
  problem: string | null;
};

export type Sheet = {
  entries: Record<number, Entry>;
  /** How many answers are not on the server yet. */
  unsaved: number;
  /** Something was saved since the page was opened. */
  hasSaved: boolean;
};

/**
 * The server knows a letter by its id when it comes a second time. Whom it is for stands on it, so that any page can send it
 * (replay.ts).
 */
export type Letter = {
  id: string;
  answer: Answer;
  to: { unit: Pick<Unit, "id" | "__typename">; type: Question["type"] };
};

type Options = {
  course: Pick<PlayerCourse, "id" | "userResponses" | "attempt">;
  units: Unit[];
  /** Stores an answer; returns the server's grade. */
  send: (unit: Unit, question: Question, letter: Letter) => Promise<{ isCorrect: boolean }>;
  /** Whose answers: another person on the same device must not send them. */
  viewerId: number;
};

export type AnswerSheet = ReturnType<typeof createAnswerSheet>;

/**
 * All answers of a course, for as long as the player is open: restored, edited, given in, graded by the server. What was begun
 * and not given in yet is kept on this device too.
 */
export function createAnswerSheet({ course, units, viewerId, send }: Options) {
  const asked = new Map(units.flatMap((unit) => unit.tests.map((question) => [question.id, { unit, question }])));
  const listeners = new Set<() => void>();
  let sheet: Sheet = { entries: {}, unsaved: 0, hasSaved: false };

  const drafts = createShelf<Answer>(`draft:${viewerId}:${course.id}:${course.attempt}:`);
  const outbox = createOutbox<Letter, { isCorrect: boolean }>({
    storageKey: `${lettersOf(viewerId)}${course.id}:${course.attempt}:`,
    send: (key, letter) => {
      const found = asked.get(Number(key));
      if (!found) return Promise.reject(new ApiError("The question is gone.", { code: "NOT_FOUND" }));
      return send(found.unit, found.question, letter);
    },
    onSent: (key, { answer }, { isCorrect }) => {
      sheet = { ...sheet, hasSaved: true };
      // Meanwhile another answer may have been given in, whose own grade is on its way.
      if (entry(Number(key)).given === answer) change(Number(key), { isCorrect });
    },
    onRefused: (key, error) => {
      if (asked.has(Number(key))) change(Number(key), { given: null, isCorrect: null, problem: words(error) });
    },
    onChange: () => update({ unsaved: outbox.waiting().size }),
  });

  restore();

  return {
    get: () => sheet,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    start: () => outbox.start(),
    stop: () => outbox.stop(),
    /** Changes what is in view; nothing is sent. */
    edit(question: Question, draft: Answer) {
      change(question.id, { draft, problem: null });
      drafts.put(String(question.id), draft);
    },
    /** Gives in what is in view. False when something is missing in it; then nothing is sent. */
    give(question: Question): boolean {
      const { draft } = entry(question.id);
      if (!isWhole(question, draft)) return false;
      change(question.id, { given: draft, isCorrect: null, problem: null });
      post(question, draft);
      drafts.remove(String(question.id));
      return true;
    },
    /** Clears the answers, here and on the server. */
    takeBack(questions: Question[]) {
      for (const question of questions) {
        change(question.id, { ...untouched(question), isCorrect: false });
        post(question, blankAnswer(question));
        drafts.remove(String(question.id));
      }
    },
    /** Resolves when every answer is on the server; rejects when that cannot be now. @throws ApiError */
    flush: () => outbox.flush(),
  };

  function restore() {
    const stored = new Map(
      course.userResponses
        .filter(({ input_type }) => input_type === "question")
        .map(({ input_key, response }) => [Number(input_key), readAnswer(response)]),
    );
    const begun = new Map(drafts.all());
    const entries: Record<number, Entry> = {};
    for (const [id, { question }] of asked) {
      const kept = outbox.waiting().get(String(id))?.answer;
      const found = stored.get(id);
      const answer = kept ?? found?.answer;
      const entry =
        answer && isWhole(question, answer) && fits(question, answer)
          ? { draft: answer, given: answer, isCorrect: kept ? null : (found?.isCorrect ?? false), problem: null }
          : untouched(question);
      const draft = begun.get(String(id));
      entries[id] = draft && fits(question, draft) ? { ...entry, draft } : entry;
    }
    sheet = { ...sheet, entries, unsaved: outbox.waiting().size };
  }

  function post({ id, type }: Question, answer: Answer) {
    const { id: unitId, __typename } = asked.get(id)!.unit;
    outbox.put(String(id), { id: newLetterId(), answer, to: { unit: { id: unitId, __typename }, type } });
  }

  function entry(id: number): Entry {
    const found = sheet.entries[id];
    if (!found) throw new Error(`Question ${id} is not of this course.`);
    return found;
  }

  function change(id: number, part: Partial<Entry>) {
    update({ entries: { ...sheet.entries, [id]: { ...entry(id), ...part } } });
  }

  function update(part: Partial<Sheet>) {
    sheet = { ...sheet, ...part };
    for (const listener of listeners) listener();
  }
}

/** An order is an answer as soon as it is seen: it begins as the one that the server shuffled. */
function untouched(question: Question): Entry {
  const isOrder = question.type === "Ordering";
  const draft = isOrder ? { userOrder: question.options.map(({ text }) => text) } : blankAnswer(question);
  return { draft, given: null, isCorrect: null, problem: null };
}

const words = (error: unknown) =>
  (error instanceof ApiError && firstMessage(error, ["response", "input_key", "unit_type"])) || messageOf(error);
