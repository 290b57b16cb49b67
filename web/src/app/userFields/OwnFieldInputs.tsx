import { useLingui } from "@lingui/react/macro";
import type { Path } from "react-hook-form";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Field } from "../../ui/Field.tsx";
import { Select } from "../../ui/Select.tsx";
import type { useSaveForm } from "../saveForm.ts";
import type { OwnFieldValues } from "./fieldForm.ts";
import type { UserField } from "./userFields.documents.ts";

type Props<Values extends OwnFieldValues> = {
  fields: readonly Pick<UserField, "id" | "name" | "type" | "choices" | "is_required">[];
  form: Pick<ReturnType<typeof useSaveForm<Values, unknown>>, "register" | "error" | "watch">;
};

/** Renders the inputs of the organisation's own fields in a form. */
export function OwnFieldInputs<Values extends OwnFieldValues>({ fields, form }: Props<Values>) {
  const { t } = useLingui();
  return fields.map(({ id, name, type, choices, is_required }) => {
    const path = `field_${id}` as Path<Values>;
    const missing = type === "checkbox" ? t`This has to be checked.` : t`Fill this in.`;
    const input = {
      label: name,
      error: form.error(path),
      ...form.register(path, {
        required: is_required && type !== "checkbox" ? missing : undefined,
        ...(is_required && type === "checkbox" && { validate: (value) => value === true || missing }),
      }),
    };
    if (type === "checkbox") return <Checkbox key={id} {...input} />;
    if (type === "choice") {
      // A choice that was removed from the list stays with those who have it.
      const current = String(form.watch(path) ?? "");
      const known = current && !choices.includes(current) ? [current, ...choices] : choices;
      return (
        <Select
          key={id}
          {...input}
          options={[{ value: "", label: "–" }, ...known.map((value) => ({ value, label: value }))]}
        />
      );
    }
    return (
      <Field
        key={id}
        {...input}
        type={type === "date" ? "date" : "text"}
        inputMode={type === "number" ? "decimal" : undefined}
        maxLength={type === "text" ? 500 : undefined}
        autoComplete="off"
      />
    );
  });
}
