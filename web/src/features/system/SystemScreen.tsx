import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { execute } from "../../app/graphql.ts";
import { Loaded } from "../../app/Loaded.tsx";
import { BackLink } from "../../ui/BackLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { CheckList } from "./CheckList.tsx";
import { LogLevelCard } from "./LogLevelCard.tsx";
import { QueueTable } from "./QueueTable.tsx";
import { StatementList } from "./StatementList.tsx";
import { SystemReport } from "./system.documents.ts";
import { TestMailButton } from "./TestMailButton.tsx";

/** Renders `/admin/system`: the state of everything this installation depends on, and what to do about problems. */
export function SystemScreen() {
  const { t } = useLingui();
  const system = useQuery({
    queryKey: ["systemReport"],
    queryFn: async () => (await execute(SystemReport)).systemReport,
    staleTime: 0,
  });
  return (
    <>
      <BackLink to="/admin/instances">{t`Back to instances`}</BackLink>
      <PageHeader title={t`System`}>
        <TestMailButton />
        <Button kind="quiet" busy={system.isRefetching} onClick={() => void system.refetch()}>
          <RefreshCw size={16} aria-hidden />
          {t`Check again`}
        </Button>
      </PageHeader>
      <Loaded query={system} shape="tabs" failure={t`The state of the system could not be loaded.`}>
        {({ versions, checks, queues, log_level, running_statements, slowest_statements }) => (
          <div className="grid items-start gap-6 xl:grid-cols-2">
            <div className="grid gap-6">
              <CheckList checks={checks} />
              <LogLevelCard state={log_level} />
              <Card title={t`Versions`}>
                <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
                  {versions.map(({ name, version }) => (
                    <div key={name} className="contents">
                      <dt className="text-muted">{name}</dt>
                      <dd className="tabular-nums">{version}</dd>
                    </div>
                  ))}
                </dl>
              </Card>
            </div>
            <div className="grid min-w-0 gap-6">
              <QueueTable queues={queues} />
              <StatementList running={running_statements} slowest={slowest_statements} />
            </div>
          </div>
        )}
      </Loaded>
    </>
  );
}
