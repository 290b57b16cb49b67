import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { getMessage } from "../../../../app/errors.ts";
import { execute } from "../../../../app/graphql.ts";
import { Button } from "../../../../ui/Button.tsx";
import { Dialog } from "../../../../ui/Dialog.tsx";
import { Field } from "../../../../ui/Field.tsx";
import { Form } from "../../../../ui/Form.tsx";
import { CreateResourceCategory } from "../editor.documents.ts";

type Props = {
  existing: { id: number; name: string }[];
  onClose: () => void;
  /** Gets the id of the new category, or of the existing one with this name. */
  onAdded: (id: number) => void;
};

/** Creates a category of resources. */
export function AddResourceCategoryDialog({ existing, onClose, onAdded }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useId();
  const [name, setName] = useState("");
  const creation = useMutation({
    mutationFn: async () => {
      const wanted = name.trim().toLocaleLowerCase();
      const same = existing.find((category) => category.name.trim().toLocaleLowerCase() === wanted);
      if (same) return same;
      const { createResourceCategory } = await execute(CreateResourceCategory, { name: name.trim() });
      await client.invalidateQueries({ queryKey: ["resourceCategories"] });
      return createResourceCategory;
    },
    onSuccess: ({ id }) => {
      onAdded(id);
      onClose();
    },
  });

  return (
    <Dialog
      open
      isForm
      onClose={onClose}
      title={t`Add New Resource Category`}
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
        {creation.error && (
          <p role="alert" className="mt-3 text-sm text-danger">
            {getMessage(creation.error)}
          </p>
        )}
      </Form>
    </Dialog>
  );
}
