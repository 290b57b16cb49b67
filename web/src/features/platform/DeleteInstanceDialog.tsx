import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState, type SubmitEvent } from "react";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { toast } from "../../ui/toast.ts";
import { DeleteLmsInstance } from "./platform.documents.ts";

type Props = { instance: { id: number; name: string }; open: boolean; onClose: () => void };

/** Asks for the name of an instance before it is deleted. */
export function DeleteInstanceDialog({ instance, open, onClose }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const deletion = useMutation({
    mutationFn: () => execute(DeleteLmsInstance, { id: instance.id, name: typed }),
    onSuccess: async () => {
      close();
      const { name } = instance;
      toast({ kind: "success", text: t`${name} was deleted.` });
      await navigate({ to: "/admin/instances" });
      await client.invalidateQueries();
    },
  });
  const { name } = instance;
  const isRight = typed.trim() === name;

  return (
    <Dialog
      open={open}
      onClose={close}
      title={t`Confirm Deletion`}
      isForm
      actions={
        <>
          <Button kind="quiet" onClick={close} disabled={deletion.isPending}>
            {t`Cancel`}
          </Button>
          <Button kind="danger" type="submit" form="delete-instance" disabled={!isRight} busy={deletion.isPending}>
            {deletion.isPending ? t`Deleting...` : t`Delete`}
          </Button>
        </>
      }
    >
      <Form id="delete-instance" className="grid gap-4" onSubmit={submit}>
        <strong className="font-medium">{name}</strong>
        <p>{t`Are you sure you want to delete this instance? This action cannot be undone.`}</p>
        <p className="text-muted">
          {t`Everybody in it is signed out at once. Its people, courses, progress, certificates and files are removed for good.`}
        </p>
        <Field
          label={t`Type the name of the instance to delete it`}
          required
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {deletion.error && (
          <p role="alert" className="text-sm text-danger">
            {getMessage(deletion.error)}
          </p>
        )}
      </Form>
    </Dialog>
  );

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isRight && !deletion.isPending) deletion.mutate();
  }

  function close() {
    setTyped("");
    deletion.reset();
    onClose();
  }
}
