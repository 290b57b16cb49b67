import { useLingui } from "@lingui/react/macro";
import { Card } from "../../ui/Card.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Field } from "../../ui/Field.tsx";
import { findSchemeProblem } from "./placeholderProblems.ts";
import type { TemplateFormState } from "./useTemplateForm.ts";

/** Edits the dates, the number and the QR code. */
export function FactsCard({ form }: { form: TemplateFormState }) {
  const { t } = useLingui();
  const { register, error, watch } = form;
  const example = "{year}-{number:5}";
  const placeholders = "{number}, {number:5}, {year}, {month}";
  return (
    <Card title={t`Dates, number and check`}>
      <div className="grid gap-5">
        <Checkbox label={t`Show the day of completion`} {...register("shows_completion")} />
        <Checkbox label={t`Show the last day of validity`} {...register("shows_expiry")} />
        <Checkbox
          label={t`Show the QR code and the address of the check page`}
          hint={t`Anybody who scans it sees whether the certificate is valid.`}
          {...register("shows_check")}
        />
        <Field
          label={t`Number scheme`}
          placeholder={example}
          hint={t`Leave blank for certificates without numbers. Use ${placeholders}. Templates with the same scheme share their numbers.`}
          maxLength={40}
          error={error("number_scheme") ?? findSchemeProblem(watch("number_scheme"))}
          {...register("number_scheme", { validate: (scheme) => findSchemeProblem(scheme) ?? true })}
        />
      </div>
    </Card>
  );
}
