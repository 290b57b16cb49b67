import { useLingui } from "@lingui/react/macro";
import { useRef } from "react";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Field } from "../../ui/Field.tsx";
import { type Line, lines } from "./design.ts";
import { findProblem, type Placeholder } from "./placeholderProblems.ts";
import type { TemplateFormState } from "./useTemplateForm.ts";

type Props = { form: TemplateFormState; placeholders: readonly Placeholder[] };

/** Edits the lines of text, with a list of placeholders that are inserted where the cursor was last. */
export function TextsCard({ form, placeholders }: Props) {
  const { t } = useLingui();
  const { register, error, watch, setValue } = form;
  const last = useRef<{ line: Line; field: HTMLInputElement }>(null);
  const values = watch(lines);
  const labels: Record<Line, string> = {
    heading: t`Heading`,
    lead: t`Text before the name`,
    name_line: t`Line with the name`,
    statement: t`Text before the course`,
    course_line: t`Line with the course`,
    note: t`Note below the course`,
  };
  return (
    <Card title={t`Texts`}>
      <p className="mb-5 text-sm text-muted">
        {t`Leave a text blank for the product's own text, in the language of the person. The note is left out.`}
      </p>
      <div className="grid gap-5">
        {lines.map((line, index) => (
          <Field
            key={line}
            label={labels[line]}
            maxLength={300}
            error={
              error(line) ?? (placeholders.length > 0 ? findProblem(values[index] ?? "", placeholders) : undefined)
            }
            onFocus={({ target }) => {
              last.current = { line, field: target };
            }}
            {...register(line, {
              validate: (text) => placeholders.length === 0 || (findProblem(text, placeholders) ?? true),
            })}
          />
        ))}
        <div role="group" aria-label={t`Placeholders`}>
          <p className="mb-2 text-sm font-medium" aria-hidden>{t`Placeholders`}</p>
          <p className="mb-2 text-small text-muted">
            {t`Choose one to insert it where the cursor was. Each certificate has its own value there.`}
          </p>
          <ul className="flex flex-wrap gap-2">
            {placeholders.map(({ name, label }) => (
              <li key={name} className="max-w-full">
                <Button
                  kind="quiet"
                  size="small"
                  className="h-auto min-h-8 max-w-full py-1 text-left"
                  aria-label={t`Insert: ${label}`}
                  onClick={() => insert(`{${name}}`)}
                >
                  <span className="whitespace-normal">{label}</span>
                </Button>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Card>
  );

  function insert(placeholder: string) {
    const { line, field } = last.current ?? { line: "note" as const, field: null };
    const text = form.getValues(line);
    const at = field?.selectionStart ?? text.length;
    const end = field?.selectionEnd ?? at;
    setValue(line, `${text.slice(0, at)}${placeholder}${text.slice(end)}`, { shouldDirty: true, shouldValidate: true });
    field?.focus();
    field?.setSelectionRange(at + placeholder.length, at + placeholder.length);
  }
}
