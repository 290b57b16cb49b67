import { useLingui } from "@lingui/react/macro";
import type { DueInput } from "../../gen/graphql.ts";
import { Field } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";

/** A due date as it is being chosen; `kind` rules leaves it to the rules. */
export type DueChoice = { kind: "rules" | "none" | "on" | "days"; on: string; days: string };

export const NO_CHOICE: DueChoice = { kind: "rules", on: "", days: "" };

/** Returns what a choice means for the server; undefined while it is incomplete. Null leaves it to the rules. */
export function toDueInput({ kind, on, days }: DueChoice): DueInput | null | undefined {
  if (kind === "rules") return null;
  if (kind === "none") return {};
  if (kind === "on") return on ? { on } : undefined;
  return /^\d{1,4}$/.test(days.trim()) ? { days: Number(days) } : undefined;
}

type Props = {
  value: DueChoice;
  onChange: (value: DueChoice) => void;
  /** The text of leaving it to the rules. */
  rules: string;
  /** Whether no due date can be chosen. */
  hasNone?: boolean;
  hint?: string;
  error?: string | undefined;
};

/** Chooses a due date: a day, a number of days after the enrolment, or what the rules say. */
export function DueFields({ value, onChange, rules, hasNone = false, hint, error }: Props) {
  const { t } = useLingui();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label={t`Due date`}
        hint={hint}
        error={error}
        value={value.kind}
        onChange={({ target }) => onChange({ ...value, kind: target.value as DueChoice["kind"] })}
        options={[
          { value: "rules", label: rules },
          { value: "on", label: t`On a date` },
          { value: "days", label: t`Days after enrolment` },
          ...(hasNone ? [{ value: "none", label: t`No due date` }] : []),
        ]}
      />
      {value.kind === "on" && (
        <Field
          label={t`Date`}
          type="date"
          required
          value={value.on}
          onChange={({ target }) => onChange({ ...value, on: target.value })}
        />
      )}
      {value.kind === "days" && (
        <Field
          label={t`Number of days`}
          type="number"
          min={0}
          max={3650}
          required
          value={value.days}
          onChange={({ target }) => onChange({ ...value, days: target.value })}
        />
      )}
    </div>
  );
}
