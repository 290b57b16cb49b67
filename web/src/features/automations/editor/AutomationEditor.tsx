import { useLingui } from "@lingui/react/macro";
import { Eye, Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { ConfirmLeaving } from "../../../ui/ConfirmLeaving.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Form } from "../../../ui/Form.tsx";
import { ActionCard } from "./ActionCard.tsx";
import { type AutomationDraft, newAction } from "./automationDraft.ts";
import { ConditionFields } from "./ConditionFields.tsx";
import { DryRunDialog } from "./DryRunDialog.tsx";
import { TriggerFields } from "./TriggerFields.tsx";
import { type StoredAutomation, useSaveAutomation } from "./useSaveAutomation.ts";

const MOST_ACTIONS = 10;

type Props = {
  initial: AutomationDraft;
  /** What is stored; null for a new automation. */
  stored: StoredAutomation | null;
  /** Loads the stored automation again. */
  onReload?: () => void;
};

/** Edits an automation: when, for whom, and then what. A dry run shows whom it would touch before it is saved. */
export function AutomationEditor({ initial, stored, onReload }: Props) {
  const { t } = useLingui();
  const [draft, setDraft] = useState(initial);
  const [isTrying, setTrying] = useState(false);
  const save = useSaveAutomation(draft, stored);
  const change = (part: Partial<AutomationDraft>) => setDraft((now) => ({ ...now, ...part }));
  const { trigger, actions } = draft;
  const isChanged = JSON.stringify(draft) !== JSON.stringify(initial);

  return (
    <Form
      className="grid max-w-3xl gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        save.start();
      }}
    >
      {save.problem && (
        <div role="alert" className="rounded-card border border-danger bg-surface px-5 py-4 text-sm">
          <p>{save.problem}</p>
          {save.isConflict && onReload && (
            <Button kind="quiet" size="small" className="mt-3" onClick={onReload}>
              {t`Load the newest version`}
            </Button>
          )}
        </div>
      )}
      <Card className="grid gap-5">
        <Field
          label={t`Name`}
          required
          maxLength={100}
          value={draft.name}
          error={save.error("name")}
          onChange={({ target }) => change({ name: target.value })}
        />
        <Checkbox
          label={t`The automation is on`}
          hint={t`It runs with your rights: it can do what you can do, for the people you see.`}
          checked={draft.isOn}
          onChange={({ target }) => change({ isOn: target.checked })}
        />
      </Card>
      <Card title={t`When`}>
        <TriggerFields value={trigger} error={save.error} onChange={(next) => change({ trigger: next })} />
      </Card>
      <Card title={t`For whom`}>
        <ConditionFields value={draft.conditions} onChange={(conditions) => change({ conditions })} />
      </Card>
      <Card title={t`Then`}>
        {save.error("actions") && <p className="mb-4 text-sm text-danger">{save.error("actions")}</p>}
        <ol className="grid gap-4">
          {actions.map((action, index) => (
            <ActionCard
              key={action.key}
              action={action}
              index={index}
              trigger={trigger.kind}
              error={(field) => save.error(`actions.${index}.${field}`)}
              onChange={(next) => change({ actions: actions.with(index, next) })}
              onRemove={
                actions.length > 1 ? () => change({ actions: actions.filter((each) => each !== action) }) : undefined
              }
            />
          ))}
        </ol>
        {actions.length < MOST_ACTIONS && (
          <Button
            kind="quiet"
            className="mt-4"
            onClick={() => change({ actions: [...actions, newAction("add_to_group")] })}
          >
            <Plus size={16} aria-hidden />
            {t`Add action`}
          </Button>
        )}
      </Card>
      <div className="sticky bottom-0 -mx-2 flex flex-wrap items-center gap-3 border-t border-line bg-bg px-2 py-4">
        <Button type="submit" busy={save.isBusy}>
          {save.isBusy ? t`Saving...` : t`Save`}
        </Button>
        <Button kind="quiet" onClick={() => setTrying(true)}>
          <Eye size={16} aria-hidden />
          {t`Show whom it would touch`}
        </Button>
        <p role="status" className="text-sm text-muted">
          {isChanged ? t`You have changes that are not saved.` : ""}
        </p>
      </div>
      {isTrying && (
        <DryRunDialog
          draft={draft}
          id={stored?.id ?? null}
          onClose={() => setTrying(false)}
          onRefused={(error) => {
            setTrying(false);
            save.report(error);
          }}
        />
      )}
      <ConfirmLeaving isUnsaved={() => isChanged && !save.isLeaving()}>
        {t`Your changes of this automation will be lost.`}
      </ConfirmLeaving>
    </Form>
  );
}
