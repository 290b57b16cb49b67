import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { execute } from "../../app/graphql.ts";
import { useSaveForm } from "../../app/saveForm.ts";
import type { UserField } from "../../app/userFields/userFields.documents.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { Problems } from "../../ui/Problems.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { toast } from "../../ui/toast.ts";
import { CreateUserField, UpdateUserField } from "./userFields.documents.ts";
import { useAudienceNames, useFieldTypeNames } from "./userFieldNames.ts";

/** Adds a field to the users, or changes one. */
export function UserFieldDialog({ field, onClose }: { field: UserField | null; onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const types = useFieldTypeNames();
  const audiences = useAudienceNames();
  const form = useSaveForm({
    values: {
      name: field?.name ?? "",
      type: field?.type ?? "text",
      choices: field?.choices.join("\n") ?? "",
      is_required: field?.is_required ?? false,
      is_listed: field?.is_listed ?? false,
      visible_to: field?.visible_to ?? "staff",
      is_editable_by_person: field?.is_editable_by_person ?? false,
    },
    save: async ({ choices, ...values }) => {
      const input = { ...values, choices: choices.split("\n").filter((line) => line.trim()) };
      await (field ? execute(UpdateUserField, { id: field.id, input }) : execute(CreateUserField, { input }));
      return values.name;
    },
    onSaved: async (name) => {
      onClose();
      toast({ kind: "success", text: t`${name} was saved.` });
      await client.invalidateQueries();
    },
  });
  const { register, error } = form;
  const [type, visibleTo] = form.watch(["type", "visible_to"]);
  const toOptions = (names: Record<string, string>) =>
    Object.entries(names).map(([value, label]) => ({ value, label }));

  return (
    <Dialog
      open
      onClose={onClose}
      title={field ? t`Change the field` : t`Add a user field`}
      isForm
      actions={
        <>
          <Button kind="quiet" onClick={onClose} disabled={form.saving}>
            {t`Cancel`}
          </Button>
          <Button type="submit" form="user-field" busy={form.saving}>
            {t`Save`}
          </Button>
        </>
      }
    >
      <Form id="user-field" onSubmit={form.submit} className="grid gap-5">
        <Problems messages={form.problems} />
        <Field
          label={t`Name`}
          maxLength={60}
          autoComplete="off"
          hint={t`Also the heading of its column in files.`}
          error={error("name")}
          {...register("name", { required: t`Enter a name.` })}
        />
        {field ? (
          <Field label={t`Type`} readOnly value={types[field.type]} hint={t`The type of a field cannot be changed.`} />
        ) : (
          <Select label={t`Type`} error={error("type")} options={toOptions(types)} {...register("type")} />
        )}
        {type === "choice" && (
          <TextArea
            label={t`Choices`}
            rows={5}
            hint={t`One in each line. A choice that you remove stays with the users who have it.`}
            error={error("choices")}
            {...register("choices", { required: t`Enter at least one choice.` })}
          />
        )}
        <Select
          label={t`Who sees it`}
          error={error("visible_to")}
          options={toOptions(audiences)}
          {...register("visible_to")}
        />
        {visibleTo === "everybody" && (
          <Checkbox
            label={t`Users may change their own`}
            hint={t`On their profile page.`}
            {...register("is_editable_by_person")}
          />
        )}
        <Checkbox
          label={t`Required`}
          hint={t`Forms and files of users cannot be saved without it. Users without a value keep working.`}
          {...register("is_required")}
        />
        <Checkbox label={t`Show in the users list, in reports and their files`} {...register("is_listed")} />
      </Form>
    </Dialog>
  );
}
