import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { toast } from "../../ui/toast.ts";
import { PurgeDeleted } from "./deleted.documents.ts";
import type { DeletedRow } from "./kindNames.ts";

/** Purges a deleted row after its name is typed; open while there is one. */
export function PurgeDialog({ item, onClose }: { item: DeletedRow | null; onClose: () => void }) {
  return item && <OpenDialog key={`${item.kind}-${item.id}`} item={item} onClose={onClose} />;
}

function OpenDialog({ item, onClose }: { item: DeletedRow; onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useId();
  const [typed, setTyped] = useState("");
  const { kind, id, name } = item;
  const purging = useMutation({
    mutationFn: () => execute(PurgeDeleted, { kind, id, name: typed }),
    onSuccess: async () => {
      onClose();
      toast({ kind: "success", text: t`${name} was deleted for good.` });
      await client.invalidateQueries();
    },
  });
  return (
    <Dialog
      open
      isForm
      onClose={onClose}
      title={t`Confirm Deletion`}
      actions={
        <>
          <Button kind="quiet" onClick={onClose} disabled={purging.isPending}>
            {t`Cancel`}
          </Button>
          <Button
            type="submit"
            form={form}
            kind="danger"
            busy={purging.isPending}
            disabled={typed.trim() !== name.trim()}
          >
            {purging.isPending ? t`Deleting...` : t`Delete for good`}
          </Button>
        </>
      }
    >
      <Form
        id={form}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          purging.mutate();
        }}
      >
        <p>{t`${name} and everything that depends on it will be gone. This action cannot be undone.`}</p>
        <Field
          label={t`Type the name to confirm`}
          required
          hint={name}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {purging.error && (
          <p role="alert" className="text-sm text-danger">
            {getMessage(purging.error)}
          </p>
        )}
      </Form>
    </Dialog>
  );
}
