import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { getMessage } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import type { CourseStandingQuery } from "../../../gen/graphql.ts";
import { Button } from "../../../ui/Button.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Form } from "../../../ui/Form.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { StatusDot } from "../../../ui/StatusDot.tsx";
import { CourseStanding, WaiveAu } from "./packages.documents.ts";
import { scoreText } from "./statuses.ts";

type Part = CourseStandingQuery["cmi5Standing"]["members"][number];
type Props = { learner: { unit_id: number; user_id: number } };

/** Shows a user's progress in the AUs of a cmi5 course; those that are not done can be waived. */
export function CourseParts({ learner: { unit_id, user_id } }: Props) {
  const { t } = useLingui();
  const learner = { unit_id, user_id };
  const [chosen, setChosen] = useState<Part | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ["courseParts", learner],
    queryFn: async () => (await execute(CourseStanding, learner)).cmi5Standing,
    staleTime: 0,
  });
  if (!data && error)
    return (
      <ErrorState
        title={t`The parts of the course could not be loaded.`}
        detail={getMessage(error)}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Skeleton className="h-24 rounded-card" />;
  return (
    <section aria-label={t`Parts of the course`} className="grid gap-3">
      <h3 className="text-body font-semibold">{t`Parts of the course`}</h3>
      <ul className="grid gap-2">
        {data.members
          .filter(({ kind }) => kind === "au")
          .map((part) => (
            <li key={part.identifier} className="grid gap-3 rounded-card border border-line px-4 py-3">
              <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
                <span className="min-w-0 flex-1 basis-40 font-medium wrap-anywhere">{part.title}</span>
                <Standing part={part} />
                {part.score != null && <span>{scoreText(part.score)}</span>}
                {!part.is_done && chosen?.uuid !== part.uuid && (
                  <Button kind="quiet" size="small" aria-label={t`Waive ${part.title}`} onClick={() => setChosen(part)}>
                    {t`Waive`}
                  </Button>
                )}
              </div>
              {chosen?.uuid === part.uuid && <Waiver part={part} learner={learner} onDone={() => setChosen(null)} />}
            </li>
          ))}
      </ul>
    </section>
  );
}

function Standing({ part }: { part: Part }) {
  const { t } = useLingui();
  if (part.is_waived) return <StatusDot tone="ok" label={t`Waived`} />;
  if (part.is_done) return <StatusDot tone="ok" label={t`Done`} />;
  if (part.is_failed) return <StatusDot tone="danger" label={t`Not passed`} />;
  return part.is_begun ? (
    <StatusDot tone="warn" label={t`In progress`} />
  ) : (
    <StatusDot tone="rest" label={t`Not started`} />
  );
}

/** Asks for the reason of a waiver. */
function Waiver({ part, learner, onDone }: { part: Part; learner: Props["learner"]; onDone: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [reason, setReason] = useState("");
  const waiver = useMutation({
    mutationFn: () => execute(WaiveAu, { ...learner, au: part.uuid ?? "", reason }),
    onSuccess: async ({ waiveAu }) => {
      client.setQueryData(["courseParts", learner], waiveAu);
      onDone();
      await client.invalidateQueries({ queryKey: ["packageResults"] });
    },
  });
  return (
    <Form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        waiver.mutate();
      }}
    >
      <Field
        label={t`Reason`}
        required
        hint={t`It is kept with the waiver. The part then counts as done, and cannot be taken back.`}
        value={reason}
        maxLength={500}
        autoFocus
        error={waiver.error ? getMessage(waiver.error) : undefined}
        onChange={({ target }) => setReason(target.value)}
      />
      <div className="flex gap-2">
        <Button type="submit" size="small" busy={waiver.isPending} disabled={!reason.trim()}>
          {t`Waive`}
        </Button>
        <Button kind="ghost" size="small" onClick={onDone}>
          {t`Cancel`}
        </Button>
      </div>
    </Form>
  );
}
