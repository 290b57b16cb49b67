import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { Button } from "../../ui/Button.tsx";
import { ProgressBar } from "../../ui/ProgressBar.tsx";
import { toast } from "../../ui/toast.ts";
import { EnrolmentRun } from "./enrolments.documents.ts";
import { useUndoRun } from "./useUndoRun.ts";

const POLL_MS = 1_000;

type Props = { runId: number; onOver: () => void };

/** Shows how far an enrolment of many people is, and can stop and undo it. It goes on when the screen is left. */
export function EnrolmentProgress({ runId, onOver }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const undo = useUndoRun();
  const { data: run, error } = useQuery({
    queryKey: ["enrolmentRun", runId],
    queryFn: async () => (await execute(EnrolmentRun, { id: runId })).enrolmentRun,
    refetchInterval: ({ state }) => (!state.data || state.data.state === "working" ? POLL_MS : false),
    staleTime: 0,
  });
  const isOver = run !== undefined && run.state !== "working";
  useEffect(() => {
    if (!isOver) return;
    const count = run.enrolled;
    if (run.state === "failed") toast({ kind: "error", text: run.problem ?? t`The enrolment failed.` });
    if (run.state === "done")
      toast({
        kind: "success",
        text: t`${plural(count, { one: "# person was enrolled.", other: "# people were enrolled." })}`,
        action: { label: t`Undo`, onPress: () => undo(runId) },
      });
    void client.invalidateQueries();
    onOver();
    // Once, when the run is over.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isOver]);

  const done = run?.done ?? 0;
  const total = run?.total ?? 0;
  return (
    <section
      aria-label={t`Enrolment under way`}
      className="mb-6 grid gap-2 rounded-card border border-line bg-surface p-4"
    >
      <div className="flex flex-wrap items-center gap-3">
        <p role="status" className="mr-auto text-sm tabular-nums">
          {error ? getMessage(error) : t`Enrolling people: ${done} of ${total}`}
        </p>
        <Button
          kind="quiet"
          size="small"
          onClick={() => {
            undo(runId);
            onOver();
          }}
        >
          {t`Stop and undo`}
        </Button>
      </div>
      <ProgressBar thin label={t`Enrolment under way`} value={total === 0 ? 0 : (done / total) * 100} />
    </section>
  );
}
