import { useLingui } from "@lingui/react/macro";
import { Trash2 } from "lucide-react";
import { DueFields } from "../../../app/due/DueFields.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { TextArea } from "../../../ui/TextArea.tsx";
import { ACTIONS, useActionNames } from "../automationTexts.ts";
import { type DraftAction, listPlaceholders } from "./automationDraft.ts";
import { ObjectField } from "./ObjectField.tsx";
import { useObjectTexts } from "./objectTexts.ts";

type Props = {
  action: DraftAction;
  index: number;
  /** The kind of the trigger, on which the placeholders of messages depend. */
  trigger: string;
  error: (field: string) => string | undefined;
  onChange: (action: DraftAction) => void;
  onRemove: (() => void) | undefined;
};

/** Edits one action of an automation. */
export function ActionCard({ action, index, trigger, error, onChange, onRemove }: Props) {
  const { t } = useLingui();
  const names = useActionNames();
  const texts = useObjectTexts();
  const object = ACTIONS[action.kind] ?? null;
  const number = index + 1;
  const change = (part: Partial<DraftAction>) => onChange({ ...action, ...part });
  return (
    <li className="grid gap-5 rounded-card border border-line p-4 sm:p-5">
      <div className="flex flex-wrap items-end gap-3">
        <Select
          className="min-w-0 flex-1 basis-48"
          label={t`Action ${number}`}
          value={action.kind}
          onChange={({ target }) => change({ kind: target.value, object: null })}
          options={Object.entries(names).map(([kind, label]) => ({ value: kind, label }))}
        />
        {onRemove && (
          <Button kind="ghost" aria-label={t`Remove action ${number}`} onClick={onRemove}>
            <Trash2 size={16} aria-hidden />
            {t`Remove`}
          </Button>
        )}
      </div>
      {object && (
        <ObjectField
          key={object}
          kind={object}
          label={texts.label[object]}
          blank={texts.choose[object]}
          required
          value={action.object}
          error={error("object")}
          onChange={(chosen) => change({ object: chosen })}
        />
      )}
      {(object === "course" || object === "path") && (
        <DueFields
          value={action.due}
          onChange={(due) => change({ due })}
          rules={object === "course" ? t`As the course says` : t`As the learning path says`}
          error={error("due")}
        />
      )}
      {action.kind === "notify" && <MessageFields action={action} trigger={trigger} error={error} onChange={change} />}
      {action.kind === "deactivate" && (
        <p className="text-sm text-muted">
          {t`The person can no longer sign in. Their progress and certificates stay.`}
        </p>
      )}
    </li>
  );
}

type MessageProps = Pick<Props, "action" | "trigger" | "error"> & { onChange: (part: Partial<DraftAction>) => void };

function MessageFields({ action, trigger, error, onChange }: MessageProps) {
  const { t } = useLingui();
  const known = listPlaceholders(trigger)
    .map((name) => `{${name}}`)
    .join(", ");
  return (
    <>
      <Select
        label={t`To whom`}
        value={action.to}
        onChange={({ target }) => onChange({ to: target.value === "managers" ? "managers" : "person" })}
        options={[
          { value: "person", label: t`The person` },
          { value: "managers", label: t`The managers of the person` },
        ]}
      />
      <Field
        label={t`Subject`}
        required
        maxLength={200}
        value={action.subject}
        error={error("subject")}
        onChange={({ target }) => onChange({ subject: target.value })}
      />
      <TextArea
        label={t`Text`}
        required
        rows={5}
        maxLength={5000}
        hint={t`Placeholders: ${known}`}
        value={action.text}
        error={error("text")}
        onChange={({ target }) => onChange({ text: target.value })}
      />
    </>
  );
}
