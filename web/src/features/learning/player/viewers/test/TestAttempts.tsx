import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getMessage } from "../../../../../app/errors.ts";
import { execute } from "../../../../../app/graphql.ts";
import { Skeleton } from "../../../../../ui/Skeleton.tsx";
import { StartTestAttempt } from "../../../test/attempt.documents.ts";
import type { Sheet } from "../../answerSheet.ts";
import { markComplete, unitQuery } from "../../courseQuery.ts";
import type { PlayerSession } from "../../session.ts";
import type { Advance } from "../../useAdvance.ts";
import type { Test, TestUnit } from "./attempt.ts";
import { AttemptIntro } from "./AttemptIntro.tsx";
import { AttemptPages } from "./AttemptPages.tsx";
import { AttemptResult } from "./AttemptResult.tsx";
import { MyTestAttempts, SubmitTestAttempt } from "./attempts.documents.ts";

type Props = {
  courseId: number;
  unit: TestUnit;
  test: Test;
  answers: Sheet;
  session: PlayerSession;
  advance: Advance;
};

/** Shows a test that is taken in attempts: what awaits the learner, the open attempt, or the result of the last one. */
export function TestAttempts({ courseId, unit, test, answers, session, advance }: Props) {
  const queries = useQueryClient();
  const { queryKey } = unitQuery(courseId, unit.id);
  const place = { course_id: courseId, unit_id: unit.id };
  const historyKey = ["player", courseId, "attempts", unit.id];
  const history = useQuery({
    queryKey: historyKey,
    queryFn: async () => {
      const { course, testAttempts } = await execute(MyTestAttempts, place);
      const isDone = course?.units.some(({ id, is_complete }) => id === unit.id && is_complete);
      if (isDone) markComplete(queries, courseId, { unitId: unit.id, isWhole: course!.is_complete, mode: "player" });
      return testAttempts;
    },
    enabled: test.attempts_used > 0 && !test.open,
  });
  const reload = async () => {
    await queries.refetchQueries({ queryKey, exact: true });
    await queries.invalidateQueries({ queryKey: historyKey });
  };
  const start = useMutation({ mutationFn: () => execute(StartTestAttempt, place), onSettled: reload });
  const submit = useMutation({
    mutationFn: async (attempt_id: number) => {
      await session.sheet.flush();
      return execute(SubmitTestAttempt, { ...place, attempt_id });
    },
    onSuccess: reload,
  });

  const begin = { start: () => start.mutate(), isPending: start.isPending };
  const problem = start.error ? getMessage(start.error) : null;
  if (test.open)
    return (
      <AttemptPages
        key={test.open.id}
        unit={unit}
        open={test.open}
        readAt={queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0}
        answers={answers}
        sheet={session.sheet}
        submission={{
          send: () => submit.mutate(test.open!.id),
          isPending: submit.isPending,
          problem: submit.error ? getMessage(submit.error) : null,
        }}
        onTimeUp={reload}
      />
    );
  if (test.attempts_used === 0) return <AttemptIntro unit={unit} test={test} begin={begin} problem={problem} />;
  if (!history.data) return <Skeleton className="h-72 rounded-card" />;
  return (
    <AttemptResult
      unit={unit}
      test={test}
      attempts={history.data}
      readAt={queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0}
      begin={begin}
      advance={advance}
      problem={problem}
    />
  );
}
