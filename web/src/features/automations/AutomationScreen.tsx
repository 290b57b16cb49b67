import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Pencil, Power, Trash2 } from "lucide-react";
import { useState } from "react";
import { execute } from "../../app/graphql.ts";
import { Loaded } from "../../app/Loaded.tsx";
import { useTitle } from "../../app/title.ts";
import { useIdInPath } from "../../app/useIdInPath.ts";
import type { AutomationQuery } from "../../gen/graphql.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { Card } from "../../ui/Card.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { StatusDot } from "../../ui/StatusDot.tsx";
import { Automation } from "./automations.documents.ts";
import { useSwitch } from "./AutomationsScreen.tsx";
import { useActionText, useConditionTexts, useTriggerText } from "./automationTexts.ts";
import { AutomationLog } from "./AutomationLog.tsx";
import { DeleteAutomationDialog } from "./DeleteAutomationDialog.tsx";

/** Renders `/automations/{id}`: what an automation does, and the log of what it did. */
export function AutomationScreen() {
  const { t } = useLingui();
  const id = Number(useIdInPath());
  const automation = useQuery({
    queryKey: ["automation", id],
    queryFn: async () => (await execute(Automation, { id })).automation,
    staleTime: 0,
  });
  useTitle(automation.data?.name);
  return (
    <>
      <BackLink to="/automations">{t`Back to automations`}</BackLink>
      <Loaded
        query={automation}
        shape="tabs"
        missing={t`There is no such automation.`}
        failure={t`The automation could not be loaded.`}
      >
        {(loaded) => <LoadedAutomation automation={loaded} />}
      </Loaded>
    </>
  );
}

function LoadedAutomation({ automation }: { automation: AutomationQuery["automation"] }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  const switching = useSwitch();
  const triggerText = useTriggerText();
  const actionText = useActionText();
  const conditionTexts = useConditionTexts();
  const { id, name, is_on, problem, runs_as, trigger, actions, conditions, failed, failed_formerly } = automation;
  const meant = conditionTexts(conditions);
  const who = runs_as ?? t`nobody`;

  return (
    <>
      <PageHeader
        title={name}
        text={
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
            {is_on ? <StatusDot tone="ok" label={t`On`} /> : <StatusDot tone="rest" label={t`Off`} />}
            <span>{t`Runs with the rights of ${who}, who changed it last.`}</span>
          </p>
        }
      >
        <Button kind="quiet" onClick={() => setDeleting(true)}>
          <Trash2 size={16} aria-hidden />
          {t`Delete`}
        </Button>
        <Button kind="quiet" busy={switching.isPending} onClick={() => switching.mutate(automation)}>
          <Power size={16} aria-hidden />
          {is_on ? t`Switch off` : t`Switch on`}
        </Button>
        <ButtonLink to="/automations/$id/edit" params={{ id }}>
          <Pencil size={16} aria-hidden />
          {t`Edit`}
        </ButtonLink>
      </PageHeader>
      {problem && (
        <p role="alert" className="mb-6 rounded-card border border-danger bg-surface px-5 py-4 text-sm">
          {problem}
        </p>
      )}
      <div className="mb-8 grid gap-6 lg:grid-cols-3">
        <Card title={t`When`}>
          <p>{triggerText(trigger)}</p>
        </Card>
        <Card title={t`For whom`}>
          {meant.length === 0 ? (
            <p>{t`All active people`}</p>
          ) : (
            <ul className="grid list-disc gap-1 pl-5">
              {meant.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          )}
        </Card>
        <Card title={t`Then`}>
          <ol className="grid list-decimal gap-1 pl-5">
            {actions.map((action, index) => (
              <li key={index}>{actionText(action)}</li>
            ))}
          </ol>
        </Card>
      </div>
      <AutomationLog id={id} isOn={is_on} retryable={failed - failed_formerly} />
      <DeleteAutomationDialog
        automation={isDeleting ? automation : null}
        onClose={() => setDeleting(false)}
        onDeleted={() => navigate({ to: "/automations" })}
      />
    </>
  );
}
