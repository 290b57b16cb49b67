import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { useSaveForm } from "../../app/saveForm.ts";
import { Field } from "../../ui/Field.tsx";
import { FormCard } from "../../ui/FormCard.tsx";
import { TextArea } from "../../ui/TextArea.tsx";

export type GroupFormFields = { name: string; description: string };

type Props = {
  form: ReturnType<typeof useSaveForm<GroupFormFields, unknown>>;
  action: string;
  /** Beside the button, to leave the form. */
  cancel?: ReactNode;
};

/** Renders the fields of a group, for creating and editing. */
export function GroupForm({ form, action, cancel }: Props) {
  const { t } = useLingui();
  return (
    <FormCard form={form} action={action} cancel={cancel}>
      <Field
        label={t`Group Name`}
        maxLength={200}
        error={form.error("name")}
        {...form.register("name", { required: t`Enter a group name.` })}
      />
      <TextArea
        label={t`Description`}
        rows={3}
        maxLength={2000}
        error={form.error("description")}
        {...form.register("description")}
      />
    </FormCard>
  );
}
