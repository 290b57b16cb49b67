import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import type { SystemReportQuery } from "../../gen/graphql.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { formatDateTime, formatNumber } from "../../ui/format.ts";
import { Select } from "../../ui/Select.tsx";
import { toast } from "../../ui/toast.ts";
import { SetLogLevel } from "./system.documents.ts";

const LEVELS = ["error", "warn", "info", "debug", "trace"];
const MINUTES = [15, 60, 480];

/** Shows the level of the log of all servers, and changes it. */
export function LogLevelCard({ state }: { state: SystemReportQuery["systemReport"]["log_level"] }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [level, setLevel] = useState("debug");
  const [minutes, setMinutes] = useState(String(MINUTES[0]));
  const changing = useMutation({
    mutationFn: (variables: { level: string | null; minutes: number | null }) => execute(SetLogLevel, variables),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ["systemReport"] });
      toast({ kind: "success", text: t`The level of the log changes on all servers within ten seconds.` });
    },
    onError: (error) => toast({ kind: "error", text: getMessage(error) }),
  });
  const now = !state.is_chosen
    ? t`This server logs at its own level, ${state.level} (LOG_LEVEL).`
    : state.until
      ? t`All servers log at the level ${state.level} until ${formatDateTime(state.until)}.`
      : t`All servers log at the level ${state.level}.`;
  const times = MINUTES.map((each) => ({
    value: String(each),
    label:
      each < 60
        ? t`For ${formatNumber(each)} minutes`
        : each === 60
          ? t`For an hour`
          : t`For ${formatNumber(each / 60)} hours`,
  }));
  return (
    <Card title={t`Log`}>
      <p className="mb-4 text-sm">{now}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={t`Level`}
          value={level}
          onChange={(event) => setLevel(event.target.value)}
          options={LEVELS.map((value) => ({ value, label: value }))}
        />
        <Select
          label={t`Time limit`}
          value={minutes}
          onChange={(event) => setMinutes(event.target.value)}
          options={[...times, { value: "", label: t`Until it is changed again` }]}
        />
      </div>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          kind="quiet"
          busy={changing.isPending}
          onClick={() => changing.mutate({ level, minutes: minutes === "" ? null : Number(minutes) })}
        >
          {t`Change level`}
        </Button>
        {state.is_chosen && (
          <Button
            kind="quiet"
            busy={changing.isPending}
            onClick={() => changing.mutate({ level: null, minutes: null })}
          >
            {t`Use LOG_LEVEL again`}
          </Button>
        )}
      </div>
    </Card>
  );
}
