import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { nameInteractionResult, nameInteractionType } from "../../../app/termNames.ts";
import { getMessage } from "../../../app/errors.ts";
import { hoursMinutesSeconds } from "../../../app/duration.ts";
import { useExport } from "../../../app/useExport.ts";
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
import { getStatus, scoreText } from "./statuses.ts";
import { formatTime } from "../../../ui/format.ts";

type Attempt = PackageAttemptsQuery["packageAttempts"][number];
type Props = {
  result: { user_id: number; unit_id: number; name: string; unit: string; kind: string };
  onClose: () => void;
};

/** Shows a user's attempts at a unit, each with its answers and its flight recorder. */
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
          detail={getMessage(error)}
          onRetry={() => void refetch()}
        />
      ) : data ? (
        <div className="grid gap-8">
          {result.kind === "cmi5" && mayWaive && <CourseParts learner={variables} />}
          {data.map((attempt) => (
            <AttemptView key={attempt.id} attempt={attempt} learner={variables} />
          ))}
        </div>
      ) : (
        <Skeleton className="h-60 rounded-card" />
      )}
    </Dialog>
  );
}

type AttemptProps = { attempt: Attempt; learner: { unit_id: number; user_id: number } };

function AttemptView({ attempt, learner }: AttemptProps) {
  const { t } = useLingui();
  const number = attempt.attempt;
  return (
    <section className="grid gap-3">
      <h3 className="text-body font-semibold">
        {attempt.sco} · {t`Attempt ${number}`}
      </h3>
      <p className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
        <StatusDot {...getStatus(attempt)} />
        <span>{t`Score: ${scoreText(attempt.score)}`}</span>
        <span>{t`Time: ${hoursMinutesSeconds(attempt.total_seconds)}`}</span>
        {attempt.location && <span className="min-w-0 wrap-anywhere">{t`Place: ${attempt.location}`}</span>}
      </p>
      {attempt.interactions.length > 0 && <Interactions attempt={attempt} learner={learner} />}
      {attempt.calls.length > 0 && <FlightRecorder attempt={attempt} learner={learner} />}
    </section>
  );
}

function Interactions({ attempt: { id, interactions }, learner }: AttemptProps) {
  const exportTable = useExport();
  const { t } = useLingui();
  const head = [t`Question`, t`Type`, t`Answer`, t`Result`];
  const cells = (each: Attempt["interactions"][number]) => [
    each.description || each.id,
    each.type && nameInteractionType(each.type),
    each.response,
    each.result && nameInteractionResult(each.result),
  ];
  return (
    <PlainTable
      head={head}
      label={t`Answers`}
      onExport={(format) => exportTable({ kind: "package-answers", attempt_id: id, ...learner }, format)}
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

/** Shows the first calls of the content; an export contains all of them. */
function FlightRecorder({ attempt: { id, calls }, learner }: AttemptProps) {
  const exportTable = useExport();
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
          onExport={(format) => exportTable({ kind: "package-calls", attempt_id: id, ...learner }, format)}
        >
          {calls.slice(0, shown).map((call, index) => (
            <tr key={index} className="border-t border-line">
              <Cell>{formatTime(call.called_at)}</Cell>
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
