import type { QueryClient } from "@tanstack/react-query";
import { execute } from "../../../app/graphql.ts";
import type { PreviewedTestQuery } from "../../../gen/graphql.ts";
import type { AnswerSheet } from "../player/answerSheet.ts";
import { markComplete, unitQuery } from "../player/courseQuery.ts";
import type { Attempt, TestUnit } from "../player/viewers/test/attempt.ts";
import type { TestTaking } from "../player/viewers/test/taking.ts";
import { blankAnswer, type Answer, type Question } from "../questions/answer.ts";
import { GradePreviewedAttempt, PreviewedTest } from "./preview.documents.ts";

type Settings = PreviewedTestQuery["testSettings"];

/** A question that was asked, with its answer once the attempt is submitted, or taken over from the attempt before. */
type Asked = { question: Question; answer: Answer | null; isCarried: boolean };

/** What an author has done in one test of a preview. */
type Taken = {
  settings: Settings;
  /** All questions of the last attempt, in its order. */
  asked: Asked[];
  open: { id: number; startedAt: string } | null;
  /** The latest first. */
  attempts: Attempt[];
};

/**
 * Takes tests in an author's preview with the settings of each, as learners take them. The attempts are kept in this page; the
 * server grades them and stores nothing.
 */
export function createPreviewedTests(courseId: number, sheet: Pick<AnswerSheet, "get">) {
  const taken = new Map<number, Taken>();

  return {
    takeTest: (queries: QueryClient, unitId: number): TestTaking => ({
      start: () => start(queries, unitId),
      submit: (attemptId) => submit(queries, unitId, attemptId, false),
      async list() {
        const of = taken.get(unitId);
        if (hasPassed(of)) markComplete(queries, courseId, { unitId, isWhole: false, mode: "preview" });
        return of ? showAttempts(of) : [];
      },
      reload: async () => {},
      endTime: (attemptId) => submit(queries, unitId, attemptId, true),
    }),
  };

  async function start(queries: QueryClient, unitId: number) {
    const before = taken.get(unitId);
    const place = { course_id: courseId, unit_id: unitId };
    const settings = before?.settings ?? (await execute(PreviewedTest, place)).testSettings;
    const asked =
      before && settings.retry === "wrong" && before.attempts.length > 0
        ? keepRightAnswers(before)
        : (await readQuestions(queries, unitId)).map(toNew);
    const next: Taken = {
      settings,
      asked: settings.shuffles_questions ? shuffle(asked) : asked,
      open: { id: (before?.attempts.length ?? 0) + 1, startedAt: new Date().toISOString() },
      attempts: before?.attempts ?? [],
    };
    taken.set(unitId, next);
    show(queries, unitId, next);
  }

  /** Reads the questions again: the server draws and shuffles for each reading. */
  async function readQuestions(queries: QueryClient, unitId: number): Promise<Question[]> {
    const opened = await queries.fetchQuery({ ...unitQuery(courseId, unitId, "preview"), staleTime: 0 });
    return opened?.unit.tests ?? [];
  }

  async function submit(queries: QueryClient, unitId: number, attemptId: number, isTimedOut: boolean) {
    const before = taken.get(unitId);
    if (before?.open?.id !== attemptId) return;
    const asked = before.asked.map((each) => (each.isCarried ? each : { ...each, answer: readGiven(each.question) }));
    const answers = asked.map(({ question: { id, type }, answer }) => ({
      question_id: id,
      response: JSON.stringify({ type, ...answer }),
    }));
    const graded = await execute(GradePreviewedAttempt, { course_id: courseId, unit_id: unitId, answers });
    const attempt: Attempt = {
      ...graded.gradePreviewedAttempt,
      id: attemptId,
      number: attemptId,
      course_attempt: 1,
      started_at: before.open.startedAt,
      submitted_at: new Date().toISOString(),
      is_timed_out: isTimedOut,
      is_waiting: false,
      counts: false,
    };
    const next = { ...before, asked, open: null, attempts: [attempt, ...before.attempts] };
    taken.set(unitId, next);
    show(queries, unitId, next);
  }

  function readGiven(question: Question): Answer {
    const entry = sheet.get().entries[question.id];
    return entry?.given ?? blankAnswer(question);
  }

  /** Shows the test as the server shows it to a learner. */
  function show(queries: QueryClient, unitId: number, { settings, asked, open, attempts }: Taken) {
    queries.setQueryData(unitQuery(courseId, unitId, "preview").queryKey, (opened) => {
      const unit = opened?.unit;
      if (!opened || unit?.__typename !== "TestUnitType" || !unit.test) return opened;
      const used = attempts.length + (open ? 1 : 0);
      const test: TestUnit["test"] = {
        ...unit.test,
        attempts_used: used,
        attempts_left: settings.attempts_allowed == null ? null : Math.max(0, settings.attempts_allowed - used),
        seconds_to_wait: open || used === settings.attempts_allowed ? 0 : (settings.attempt_wait ?? 0),
        is_passed: attempts.some(({ is_passed }) => is_passed),
        open: open && {
          id: open.id,
          number: open.id,
          seconds_left: settings.time_limit ?? null,
          carried: asked.filter(({ isCarried }) => isCarried).length,
        },
      };
      const tests = asked.flatMap(({ question, isCarried }) => (isCarried ? [] : question));
      return { ...opened, unit: { ...unit, tests, test } };
    });
  }
}

const toNew = (question: Question): Asked => ({ question, answer: null, isCarried: false });

const hasPassed = (taken: Taken | undefined) => taken?.attempts.some(({ is_passed }) => is_passed) === true;

/** Returns the questions of the last attempt, with the answers that were right; all of them anew when all were right. */
function keepRightAnswers({ asked, attempts }: Taken): Asked[] {
  const right = new Set(attempts[0]?.review?.filter(({ is_correct }) => is_correct).map(({ id }) => id));
  const isAllRight = asked.every(({ question }) => right.has(question.id));
  return asked.map((each) =>
    !isAllRight && right.has(each.question.id) ? { ...each, isCarried: true } : toNew(each.question),
  );
}

/** Returns the attempts as far as the review rule shows them, with the one that counts. */
function showAttempts({ settings, attempts }: Taken): Attempt[] {
  const isOpen =
    settings.review === "after_passing" ? attempts.some(({ is_passed }) => is_passed) : settings.review !== "never";
  const best = Math.max(...attempts.map(({ score }) => score ?? 0));
  const counting =
    settings.counting_attempt === "best" ? attempts.findLast(({ score }) => score === best) : attempts[0];
  return attempts.map((each) => ({ ...each, counts: each === counting, review: isOpen ? each.review : null }));
}

function shuffle<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
