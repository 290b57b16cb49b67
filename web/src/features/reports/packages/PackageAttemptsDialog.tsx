import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { messageOf } from "../../../app/errors.ts";
import { hoursMinutesSeconds } from "../../../app/duration.ts";
import { exportTable } from "../../../app/exportTable.ts";
import { execute } from "../../../app/graphql.ts";
import { useViewer } from "../../../app/session.ts";
import type { PackageAttemptsQuery } from "../../../gen/graphql.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { StatusDot } from "../../../ui/StatusDot.tsx";
import { CourseParts } from "./CourseParts.tsx";
import { PackageAttempts } from "./packages.documents.ts";
import { Cell, PlainTable } from "./PlainTable.tsx";
import { scoreText, standing } from "./statuses.ts";

type Attempt = PackageAttemptsQuery["packageAttempts"][number];
type Props = {
  result: { user_id: number; unit_id: number; name: string; unit: string; kind: string };
  onClose: () => void;
};

/** One person's attempts in a unit: their answers, and the flight recorder of each. */
export function PackageAttemptsDialog({ result, onClose }: Props) {
  const { t } = useLingui();
  const mayWaive = useViewer().can("cmi5.manage");
  const variables = { unit_id: result.unit_id, user_id: result.user_id };
  const { data, error, refetch } = useQuery({
    queryKey: ["packageAttempts", variables],
    queryFn: async () => (await execute(PackageAttempts, variables)).packageAttempts,
  });
  return (
    <Dialog open onClose={onClose} size="large" title={`${result.name} · ${result.unit}`}>
      {!data && error ? (
        <ErrorState
          title={t`The attempts could not be loaded.`}
          detail={messageOf(error)}
          onRetry={() => void refetch()}
        />
      ) : data ? (
        <div className="grid gap-8">
          {result.kind === "cmi5" && mayWaive && <CourseParts learner={variables} />}
          {data.map((attempt) => (
            <AttemptView key={attempt.id} attempt={attempt} />
          ))}
        </div>
      ) : (
        <Skeleton className="h-60 rounded-card" />
      )}
    </Dialog>
  );
}

function AttemptView({ attempt }: { attempt: Attempt }) {
  const { t } = useLingui();
  const number = attempt.attempt;
  return (
    <section className="grid gap-3">
      <h3 className="text-body font-semibold">
        {attempt.sco} · {t`Attempt ${number}`}
      </h3>
      <p className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        <StatusDot {...standing(attempt)} />
        <span>{t`Score: ${scoreText(attempt.score)}`}</span>
        <span>{t`Time: ${hoursMinutesSeconds(attempt.total_seconds)}`}</span>
        {attempt.location && <span className="min-w-0 wrap-anywhere">{t`Place: ${attempt.location}`}</span>}
      </p>
      {attempt.interactions.length > 0 && <Interactions attempt={attempt} />}
      {attempt.calls.length > 0 && <FlightRecorder attempt={attempt} />}
    </section>
  );
}

function Interactions({ attempt: { id, interactions } }: { attempt: Attempt }) {
  const { t } = useLingui();
  const head = [t`Question`, t`Type`, t`Answer`, t`Result`];
  const cells = (each: Attempt["interactions"][number]) => [
    each.description || each.id,
    each.type,
    each.response,
    each.result,
  ];
  return (
    <PlainTable
      head={head}
      label={t`Answers`}
      onExport={(format) => exportTable(format, `answers-${id}`, head, interactions, cells)}
    >
      {interactions.map((each, index) => (
        <tr key={index} className="border-t border-line">
          {cells(each).map((cell, column) => (
            <Cell key={column}>{cell}</Cell>
          ))}
        </tr>
      ))}
    </PlainTable>
  );
}

const shown = 200;

/** What the content called, the first call first; the whole of it as a file. */
function FlightRecorder({ attempt: { id, calls } }: { attempt: Attempt }) {
  const { t } = useLingui();
  const count = calls.length;
  const head = [t`Time`, t`Call`, t`Element`, t`Value`, t`Result`, t`Error`];
  return (
    <details>
      <summary className="cursor-pointer py-1 text-sm font-medium">{t`What the content called (${count})`}</summary>
      <div className="grid gap-3 pt-2">
        <PlainTable
          head={head}
          label={t`Calls`}
          onExport={(format) =>
            exportTable(format, `attempt-${id}`, head, calls, (call) => [
              call.called_at,
              call.call,
              call.element,
              call.value,
              call.result,
              call.error_code,
            ])
          }
        >
          {calls.slice(0, shown).map((call, index) => (
            <tr key={index} className="border-t border-line">
              <Cell>{new Date(call.called_at).toLocaleTimeString()}</Cell>
              <Cell>{call.call}</Cell>
              <Cell>{call.element}</Cell>
              <Cell>{call.value?.slice(0, 120)}</Cell>
              <Cell>{call.result?.slice(0, 120)}</Cell>
              <Cell>{call.error_code || ""}</Cell>
            </tr>
          ))}
        </PlainTable>
        {count > shown && (
          <p className="text-small text-muted">{t`The first ${shown} calls are shown here; the file has them all.`}</p>
        )}
      </div>
    </details>
  );
}
