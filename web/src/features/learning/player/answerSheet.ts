import { ApiError, firstMessage, getMessage } from "../../../app/errors.ts";
import { toAnswerKey } from "../../../app/queuedKeys.ts";
import {
  blankAnswer,
  belongsTo,
  isComplete,
  readAnswer,
  readReview,
  type Answer,
  type Question,
  type Review,
} from "../questions/answer.ts";
import { createMessageId } from "./messageId.ts";
import { createOutbox } from "./outbox.ts";
import { createDeviceStore, removeFormerAttempts } from "./deviceStore.ts";
import type { Addressed } from "./responses.ts";
import type { OpenedUnit, PlayerCourse } from "./units.ts";

/** One question's answer: the input, the answer last submitted, and the server's grade. */
export type Entry = {
  draft: Answer;
  /** Whether the input is the learner's: an order is there before they touch it. */
  isTouched: boolean;
  given: Answer | null;
  /** Null until the server has graded the submitted answer. */
  isCorrect: boolean | null;
  /** Why the server rejected it. */
  problem: string | null;
  /** What the server tells with the grade. */
  review?: Review;
};

export type Sheet = {
  entries: Record<number, Entry>;
  /** How many answers are not stored on the server yet. */
  unsaved: number;
  /** Whether something was stored since the page was opened. */
  hasSaved: boolean;
};

/**
 * An answer to send. Its id lets the server recognise a repetition. It names its recipient, so that any page can send
 * it (replay.ts).
 */
export type AnswerMessage = {
  id: string;
  answer: Answer;
  to: { unit: Addressed; type: Question["type"]; /** At a test. */ attempt?: number };
};

type Options = {
  course: Pick<PlayerCourse, "id" | "attempt">;
  /** Stores an answer and returns the server's grade. */
  send: (questionId: number, message: AnswerMessage) => Promise<Graded>;
  /** The learner: another user of the device must not send these answers. */
  viewerId: number;
};

type Graded = { isCorrect: boolean } & Review;

export type AnswerSheet = ReturnType<typeof createAnswerSheet>;

/**
 * Holds the answers of a course while the player is open, once their unit is opened: restores, edits and submits them and shows the server's
 * grades. Drafts are stored on this device too.
 */
export function createAnswerSheet({ course, viewerId, send }: Options) {
  /** The unit of each question. */
  const asked = new Map<number, Addressed>();
  /** The open attempt at each test that is taken in attempts. */
  const attempts = new Map<number, number>();
  const listeners = new Set<() => void>();
  let sheet: Sheet = { entries: {}, unsaved: 0, hasSaved: false };

  const drafts = createDeviceStore<Answer>(`draft:${viewerId}:${course.id}:${course.attempt}:`);
  const outbox = createOutbox<AnswerMessage, Graded>({
    storageKey: `${toAnswerKey(viewerId)}${course.id}:${course.attempt}:`,
    send: (key, message) => {
      // A message of an earlier version does not name its unit.
      if (!message.to) return Promise.reject(new ApiError("The question is gone.", { code: "NOT_FOUND" }));
      return send(Number(key), message);
    },
    onSent: (key, { answer }, graded) => {
      sheet = { ...sheet, hasSaved: true };
      // Another answer may have been submitted meanwhile, and its own grade is on the way.
      if (sheet.entries[Number(key)]?.given === answer)
        change(Number(key), { isCorrect: graded.isCorrect, review: readReview(graded) });
    },
    onRefused: (key, error, { answer, to }) => {
      if (to?.attempt && to.attempt !== attempts.get(to.unit.id)) return;
      // Kept as a draft: the server has not stored it, and the learner may want to give it again.
      drafts.put(key, sheet.entries[Number(key)]?.draft ?? answer);
      if (asked.has(Number(key))) change(Number(key), { given: null, isCorrect: null, problem: words(error) });
    },
    onChange: () => update({ unsaved: outbox.waiting().size }),
  });

  sheet = { ...sheet, unsaved: outbox.waiting().size };

  return {
    get: () => sheet,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Takes over the questions of a unit and the learner's answers to them, once. */
    hold,
    start: () => {
      for (const prefix of [`draft:${viewerId}:`, toAnswerKey(viewerId)])
        removeFormerAttempts(`${prefix}${course.id}:`, course.attempt);
      outbox.start();
    },
    stop: () => outbox.stop(),
    /** Changes the input; sends nothing. */
    edit(question: Question, draft: Answer) {
      change(question.id, { draft, isTouched: true, problem: null });
      drafts.put(String(question.id), draft);
    },
    /**
     * Submits the input. Returns false, and sends nothing, when it is incomplete; with `partly`, an attempt at a test also
     * keeps what is there so far.
     */
    give(question: Question, partly = false): boolean {
      const { draft } = entry(question.id);
      if (!partly && !isComplete(question, draft)) return false;
      change(question.id, { given: draft, isCorrect: null, problem: null });
      post(question, draft);
      drafts.remove(String(question.id));
      return true;
    },
    /** Clears the answers here and on the server. */
    takeBack(questions: Question[]) {
      for (const question of questions) {
        change(question.id, { ...untouched(question), isCorrect: false });
        post(question, blankAnswer(question));
        drafts.remove(String(question.id));
      }
    },
    /** Resolves when every answer is stored on the server; rejects when that is not possible now. @throws ApiError */
    flush: () => outbox.flush(),
  };

  function hold({ unit, responses }: OpenedUnit) {
    const test = unit.__typename === "TestUnitType" ? unit.test : null;
    const attempt = test?.open?.id;
    // Another attempt starts with nothing.
    if (test && attempt !== attempts.get(unit.id)) for (const { id } of unit.tests) asked.delete(id);
    if (attempt) attempts.set(unit.id, attempt);
    const stored = new Map(
      responses
        .filter(({ input_type }) => input_type === "question")
        .map(({ input_key, response }) => [Number(input_key), readAnswer(response)]),
    );
    const begun = new Map(drafts.all());
    const entries = unit.tests
      .filter(({ id }) => !asked.has(id))
      .map((question): [number, Entry] => {
        const waiting = outbox.waiting().get(String(question.id));
        const kept = waiting?.to?.attempt === attempt ? waiting?.answer : undefined;
        const found = stored.get(question.id);
        const answer = kept ?? found?.answer;
        const entry =
          answer && (test || isComplete(question, answer)) && belongsTo(question, answer)
            ? {
                draft: answer,
                isTouched: true,
                given: answer,
                isCorrect: kept ? null : (found?.isCorrect ?? null),
                problem: null,
                ...(found && { review: readReview(found) }),
              }
            : untouched(question);
        // An attempt keeps what is typed on the server.
        const draft = test ? undefined : begun.get(String(question.id));
        return [question.id, draft && belongsTo(question, draft) ? { ...entry, draft, isTouched: true } : entry];
      });
    for (const { id } of unit.tests) asked.set(id, unit);
    update({ entries: { ...sheet.entries, ...Object.fromEntries(entries) } });
  }

  function post({ id, type }: Question, answer: Answer) {
    const { id: unitId, __typename } = asked.get(id)!;
    const attempt = attempts.get(unitId);
    const to = { unit: { id: unitId, __typename }, type, ...(attempt && { attempt }) };
    outbox.put(String(id), { id: createMessageId(), answer, to });
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

/** Returns the initial entry. An order starts as the server shuffled it, and may be submitted like that. */
function untouched(question: Question): Entry {
  const isOrder = question.type === "Ordering";
  const draft = isOrder ? { userOrder: question.options.map(({ text }) => text) } : blankAnswer(question);
  return { draft, isTouched: false, given: null, isCorrect: null, problem: null };
}

const words = (error: unknown) =>
  (error instanceof ApiError && firstMessage(error, ["response", "input_key", "unit_type"])) || getMessage(error);
