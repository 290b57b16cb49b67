import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getMessage } from "../../../../../app/errors.ts";
import { ErrorState } from "../../../../../ui/ErrorState.tsx";
import { Skeleton } from "../../../../../ui/Skeleton.tsx";
import type { Sheet } from "../../answerSheet.ts";
import { unitQuery } from "../../courseQuery.ts";
import type { PlayerSession } from "../../session.ts";
import type { Advance } from "../../useAdvance.ts";
import type { Test, TestUnit } from "./attempt.ts";
import { AttemptIntro } from "./AttemptIntro.tsx";
import { AttemptPages } from "./AttemptPages.tsx";
import { AttemptResult } from "./AttemptResult.tsx";
import { takeOnServer } from "./taking.ts";

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
  const { t } = useLingui();
  const queries = useQueryClient();
  const { queryKey } = unitQuery(courseId, unit.id, session.mode);
  const taking = session.takeTest?.(queries, unit.id) ?? takeOnServer(queries, courseId, unit.id);
  const historyKey = [session.mode, courseId, "attempts", unit.id];
  const history = useQuery({
    queryKey: historyKey,
    queryFn: taking.list,
    enabled: test.attempts_used > 0 && !test.open,
  });
  const reload = async () => {
    await taking.reload();
    await queries.invalidateQueries({ queryKey: historyKey });
  };
  const start = useMutation({ mutationFn: taking.start, onSettled: reload });
  const submit = useMutation({
    mutationFn: async (attemptId: number) => {
      await session.sheet.flush();
      return taking.submit(attemptId);
    },
    onSuccess: reload,
  });
  const endTime = async (attemptId: number) => {
    await taking.endTime(attemptId);
    await reload();
  };

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
        onTimeUp={() => endTime(test.open!.id)}
      />
    );
  if (test.attempts_used === 0) return <AttemptIntro unit={unit} test={test} begin={begin} problem={problem} />;
  if (history.error && !history.data)
    return (
      <ErrorState
        title={t`Your attempts could not be loaded.`}
        detail={getMessage(history.error)}
        onRetry={() => void history.refetch()}
      />
    );
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
