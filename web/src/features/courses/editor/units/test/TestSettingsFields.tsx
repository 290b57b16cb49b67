import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Checkbox } from "../../../../../ui/Checkbox.tsx";
import { Field } from "../../../../../ui/Field.tsx";
import { Select } from "../../../../../ui/Select.tsx";
import type { UnitFieldsProps } from "../unitFieldsProps.ts";
import { findSettingProblems, isTakenInAttempts, settingNames, testSettings } from "./testSettings.ts";

/** Edits how a test is taken, passed and reviewed. */
export function TestSettingsFields({ unit, onChange }: UnitFieldsProps) {
  const { t, i18n } = useLingui();
  const problems = findSettingProblems(unit);
  const label = (name: keyof typeof testSettings) => i18n._(testSettings[name].label);
  const choices = (name: keyof typeof settingNames) =>
    Object.entries(settingNames[name]).map(([value, text]) => ({ value, label: i18n._(text) }));

  return (
    <section aria-label={t`Test settings`} className="grid gap-5 border-t border-line pt-6">
      <div>
        <h3 className="text-sm font-medium">{t`Test settings`}</h3>
        <p className="mt-1 text-sm text-muted">
          {t`A change is for attempts that start afterwards. Attempts in progress keep the settings they started with.`}
        </p>
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          {...numeric}
          label={label("pass_mark")}
          max={100}
          suffix="%"
          value={unit.pass_mark}
          error={problems.pass_mark}
          onChange={(event) => onChange({ pass_mark: event.target.value })}
        />
        <MinutesField
          label={t`Time limit in minutes`}
          hint={t`The server submits the test when the time is up. Leave blank for no limit.`}
          seconds={unit.time_limit}
          error={problems.time_limit}
          onChange={(time_limit) => onChange({ time_limit })}
        />
        <Field
          {...numeric}
          label={label("attempts_allowed")}
          max={100}
          hint={t`Leave blank for no limit.`}
          value={unit.attempts_allowed}
          error={problems.attempts_allowed}
          onChange={(event) => onChange({ attempts_allowed: event.target.value })}
        />
        <MinutesField
          label={label("attempt_wait")}
          hint={t`Leave blank for no waiting time. A day has 1,440 minutes.`}
          seconds={unit.attempt_wait}
          error={problems.attempt_wait}
          onChange={(attempt_wait) => onChange({ attempt_wait })}
        />
        <Select
          label={label("counting_attempt")}
          hint={t`Reports and results use this attempt.`}
          value={unit.counting_attempt}
          onChange={(event) => onChange({ counting_attempt: event.target.value })}
          options={choices("counting_attempt")}
        />
        <Select
          label={label("retry")}
          value={unit.retry}
          error={problems.retry}
          onChange={(event) => onChange({ retry: event.target.value })}
          options={choices("retry")}
        />
        <Select
          label={label("review")}
          hint={
            unit.review === "after_answer" && isTakenInAttempts(unit)
              ? t`Learners cannot change an answer once it is given.`
              : undefined
          }
          value={unit.review}
          onChange={(event) => onChange({ review: event.target.value })}
          options={choices("review")}
        />
        <Field
          {...numeric}
          label={label("questions_per_page")}
          max={500}
          value={unit.questions_per_page}
          error={problems.questions_per_page}
          onChange={(event) => onChange({ questions_per_page: event.target.value })}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Checkbox
          label={label("shows_answers")}
          disabled={unit.review === "never"}
          checked={unit.shows_answers}
          onChange={(event) => onChange({ shows_answers: event.target.checked })}
        />
        <Checkbox
          label={label("shuffles_questions")}
          checked={unit.shuffles_questions}
          onChange={(event) => onChange({ shuffles_questions: event.target.checked })}
        />
        <Checkbox
          label={label("shuffles_options")}
          checked={unit.shuffles_options}
          onChange={(event) => onChange({ shuffles_options: event.target.checked })}
        />
        <Checkbox
          label={label("partial_credit")}
          hint={t`Multiple choice: each right option earns an equal share, each wrong one costs one. Gaps, orders and pairs: each right part earns an equal share. Free text: points up to those required.`}
          checked={unit.partial_credit}
          onChange={(event) => onChange({ partial_credit: event.target.checked })}
        />
      </div>
    </section>
  );
}

const numeric = { type: "number", inputMode: "numeric", min: 1, step: 1 } as const;

type MinutesProps = {
  label: string;
  hint: string;
  /** As stored, in seconds; "" for none. */
  seconds: string;
  error: string | undefined;
  onChange: (seconds: string) => void;
};

/** Edits seconds as minutes. What is typed stays, also when it is no whole number of seconds yet. */
function MinutesField({ seconds, onChange, ...field }: MinutesProps) {
  const [typed, setTyped] = useState(() => toMinutes(seconds));
  const shown = toSeconds(typed) === seconds ? typed : toMinutes(seconds);
  return (
    <Field
      {...field}
      type="number"
      inputMode="decimal"
      min={0}
      step="any"
      value={shown}
      onChange={(event) => {
        setTyped(event.target.value);
        onChange(toSeconds(event.target.value));
      }}
    />
  );
}

const toMinutes = (seconds: string) => (seconds === "" ? "" : String(Number(seconds) / 60));
const toSeconds = (minutes: string) => (minutes === "" ? "" : String(Math.round(Number(minutes) * 60)));
