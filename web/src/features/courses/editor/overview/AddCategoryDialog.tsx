import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { getMessage } from "../../../../app/errors.ts";
import { execute } from "../../../../app/graphql.ts";
import { Button } from "../../../../ui/Button.tsx";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { Field } from "../../../../ui/Field.tsx";
import { Form } from "../../../../ui/Form.tsx";
import { Select } from "../../../../ui/Select.tsx";
import { CreateCategory } from "../editor.documents.ts";

type Props = {
  name: string;
  parents: { id: number; label: string }[];
  onClose: () => void;
  /** Gets the id when the category is among the choices. */
  onAdded: (id: number) => void;
};

/** Creates a category, optionally below another one. */
export function AddCategoryDialog({ name: initialName, parents, onClose, onAdded }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useId();
  const [name, setName] = useState(initialName);
  const [parent, setParent] = useState("");
  const creation = useMutation({
    mutationFn: () => execute(CreateCategory, { name: name.trim(), parent_id: parent ? Number(parent) : null }),
    onSuccess: async ({ createCategory }) => {
      await client.invalidateQueries({ queryKey: ["categoryChoices"] });
      onAdded(createCategory.id);
      onClose();
    },
  });

  return (
    <Dialog
      open
      isForm
      onClose={onClose}
      title={t`Add New Category`}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button type="submit" form={form} busy={creation.isPending} disabled={!name.trim()}>
            {creation.isPending ? t`Adding...` : t`Add`}
          </Button>
        </>
      }
    >
      <Form
        id={form}
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          creation.mutate();
        }}
      >
        <Field
          label={t`Name`}
          required
          value={name}
          maxLength={200}
          onChange={(event) => setName(event.target.value)}
        />
        <Select
          label={t`Parent category`}
          value={parent}
          onChange={(event) => setParent(event.target.value)}
          options={[{ value: "", label: t`None` }, ...parents.map(({ id, label }) => ({ value: String(id), label }))]}
        />
        {creation.error && (
          <p role="alert" className="text-sm text-danger">
            {getMessage(creation.error)}
          </p>
        )}
      </Form>
    </Dialog>
  );
}
