import { useLingui } from "@lingui/react/macro";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { TRIGGERS, useTriggerNames } from "../automationTexts.ts";
import type { AutomationDraft } from "./automationDraft.ts";
import { ObjectField } from "./ObjectField.tsx";
import { useObjectTexts } from "./objectTexts.ts";

type Trigger = AutomationDraft["trigger"];
type Props = {
  value: Trigger;
  error: (field: string) => string | undefined;
  onChange: (trigger: Trigger) => void;
};

/** Chooses when an automation runs. */
export function TriggerFields({ value, error, onChange }: Props) {
  const { t } = useLingui();
  const names = useTriggerNames();
  const texts = useObjectTexts();
  const { object = null, hasDays = false, isTimed = false } = TRIGGERS[value.kind] ?? {};
  const needsObject = object === "field";
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <Select
        className="sm:col-span-2"
        label={t`What happens`}
        hint={hint()}
        error={error("trigger")}
        value={value.kind}
        onChange={({ target }) => onChange({ ...value, kind: target.value, object: null })}
        options={Object.entries(names).map(([kind, label]) => ({ value: kind, label }))}
      />
      {object && (
        <ObjectField
          key={object}
          kind={object}
          label={texts.label[object]}
          blank={needsObject ? texts.choose[object] : texts.any[object]}
          required={needsObject}
          value={value.object}
          error={error("object_id")}
          onChange={(chosen) => onChange({ ...value, object: chosen })}
        />
      )}
      {hasDays && (
        <Field
          label={t`Number of days`}
          type="number"
          min={1}
          max={3650}
          required
          value={value.days}
          error={error("days")}
          onChange={({ target }) => onChange({ ...value, days: target.value })}
        />
      )}
    </div>
  );

  function hint() {
    if (value.kind === "course_failed")
      return t`A course is failed when one of its packages reports so, or when no attempts are left at one of its tests.`;
    if (value.kind === "path_failed")
      return t`A learning path is failed when failed courses leave a section with fewer courses than it needs.`;
    return isTimed
      ? t`Everybody is looked at once a day, soon after midnight in your time zone.`
      : t`It runs within seconds.`;
  }
}
