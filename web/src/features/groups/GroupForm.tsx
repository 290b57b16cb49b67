import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { useSaveForm } from "../../app/saveForm.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Field } from "../../ui/Field.tsx";
import { Problems } from "../../ui/Problems.tsx";
import { TextArea } from "../../ui/TextArea.tsx";

export type GroupFormFields = { name: string; description: string };

type Props = {
  form: ReturnType<typeof useSaveForm<GroupFormFields, unknown>>;
  action: string;
  /** Beside the button, as the way out. */
  cancel?: ReactNode;
};

/** The fields of a group, for creating and for editing. */
export function GroupForm({ form, action, cancel }: Props) {
  const { t } = useLingui();
  return (
    <Card className="max-w-2xl">
      <form onSubmit={form.submit} noValidate className="grid gap-5">
        <Problems messages={form.problems} />
        <Field
          label={t`Group Name`}
          maxLength={200}
          error={form.error("name")}
          {...form.register("name", { validate: (name) => Boolean(name.trim()) || t`Enter a group name.` })}
        />
        <TextArea
          label={t`Description`}
          rows={3}
          maxLength={2000}
          error={form.error("description")}
          {...form.register("description")}
        />
        <div className="flex justify-end gap-2 border-t border-line pt-5">
          {cancel}
          <Button type="submit" busy={form.saving}>
            {action}
          </Button>
        </div>
      </form>
    </Card>
  );
}
