import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { memberChoicesQuery } from "../../../app/membership/memberChoices.ts";
import { roleLabel } from "../../../app/roles.ts";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import type { DraftConditions } from "./automationDraft.ts";

const ROLES = ["learner", "instructor", "manager", "admin"];
const IDLE_DAYS = [7, 30, 90, 365];

type Props = { value: DraftConditions; onChange: (conditions: DraftConditions) => void };

/** Limits an automation to some people, by the filters of the list of users. */
export function ConditionFields({ value, onChange }: Props) {
  const { t } = useLingui();
  const { data } = useQuery(memberChoicesQuery);
  const change = (part: Partial<DraftConditions>) => onChange({ ...value, ...part });
  const toOptions = (rows: readonly { id: number; name: string }[] = []) =>
    rows.map(({ id, name }) => ({ value: String(id), label: name }));
  const field = data?.fields.find(({ id }) => String(id) === value.field);
  const values =
    field?.type === "checkbox"
      ? [
          { value: "true", label: t`Yes` },
          { value: "", label: t`No` },
        ]
      : field?.type === "choice"
        ? [{ value: "", label: t`Empty` }, ...field.choices.map((choice) => ({ value: choice, label: choice }))]
        : null;
  const days = new Set([...IDLE_DAYS, ...(value.idle ? [Number(value.idle)] : [])]);

  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <Select
        label={t`Role`}
        value={value.role}
        onChange={({ target }) => change({ role: target.value })}
        options={[
          { value: "", label: t`All roles` },
          ...ROLES.map((role) => ({ value: role, label: roleLabel(role) })),
        ]}
      />
      <Select
        label={t`Status`}
        value={value.state === "active" ? "" : value.state}
        onChange={({ target }) => change({ state: target.value })}
        options={[
          { value: "", label: t`Active` },
          { value: "inactive", label: t`Inactive` },
        ]}
      />
      <Select
        label={t`Group`}
        value={value.group}
        onChange={({ target }) => change({ group: target.value })}
        options={[{ value: "", label: t`In any group or none` }, ...toOptions(data?.groups)]}
      />
      <Select
        label={t`Branch`}
        value={value.branch}
        onChange={({ target }) => change({ branch: target.value })}
        options={[{ value: "", label: t`In any branch or none` }, ...toOptions(data?.branches)]}
      />
      <Select
        label={t`Last active`}
        value={value.idle}
        onChange={({ target }) => change({ idle: target.value })}
        options={[
          { value: "", label: t`Active at any time` },
          ...[...days].map((count) => ({
            value: String(count),
            label: t`Not active for ${plural(count, { one: "# day", other: "# days" })}`,
          })),
        ]}
      />
      <Select
        label={t`Due date`}
        value={value.overdue ? "overdue" : ""}
        onChange={({ target }) => change({ overdue: target.value !== "" })}
        options={[
          { value: "", label: t`Any due date` },
          { value: "overdue", label: t`With an overdue course` },
        ]}
      />
      {data && data.fields.length > 0 && (
        <Select
          label={t`User field`}
          value={value.field}
          onChange={({ target }) => change({ field: target.value, value: "" })}
          options={[{ value: "", label: t`Any user field` }, ...toOptions(data.fields)]}
        />
      )}
      {field &&
        (values ? (
          <Select
            label={t`Value of ${field.name}`}
            value={value.value}
            onChange={({ target }) => change({ value: target.value })}
            options={values}
          />
        ) : (
          <Field
            label={t`Value of ${field.name}`}
            hint={field.type === "text" ? t`A part of the text. Leave blank for people without a value.` : undefined}
            type={field.type === "date" ? "date" : "text"}
            inputMode={field.type === "number" ? "decimal" : undefined}
            maxLength={500}
            value={value.value}
            onChange={({ target }) => change({ value: target.value })}
          />
        ))}
    </div>
  );
}
