import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { getMessage } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Form } from "../../../ui/Form.tsx";
import { toast } from "../../../ui/toast.ts";
import { ErasePerson, type ViewedUser } from "../users.documents.ts";
import { formatName } from "../usersTable.tsx";

/** Says what an erasure removes and what stays, and erases a user after their name is typed. */
export function EraseDialog({ user, onClose }: { user: ViewedUser; onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useId();
  const [typed, setTyped] = useState("");
  const name = formatName(user);
  const erasure = useMutation({
    mutationFn: () => execute(ErasePerson, { id: user.id, name: typed }),
    onSuccess: async () => {
      onClose();
      toast({ kind: "success", text: t`${name} was signed out and is being erased.` });
      await client.invalidateQueries();
    },
  });
  return (
    <Dialog
      open
      isForm
      onClose={onClose}
      title={t`Erase ${name}`}
      actions={
        <>
          <Button kind="quiet" onClick={onClose} disabled={erasure.isPending}>
            {t`Cancel`}
          </Button>
          <Button
            type="submit"
            form={form}
            kind="danger"
            busy={erasure.isPending}
            disabled={typed.trim() !== name.trim()}
          >
            {erasure.isPending ? t`Erasing...` : t`Erase for good`}
          </Button>
        </>
      }
    >
      <Form
        id={form}
        className="grid gap-5 text-sm"
        onSubmit={(event) => {
          event.preventDefault();
          erasure.mutate();
        }}
      >
        <List
          title={t`What goes`}
          items={[
            t`Name, email, password, user fields, notifications, sessions and addresses in logs`,
            t`Answers, texts and files that were handed in, and comments on them`,
            t`xAPI statements and what packages stored about the person`,
            t`Mails that wait to be sent, and all files of exported reports of the organisation`,
          ]}
        />
        <List
          title={t`What stays, without a name`}
          items={[
            t`A deactivated user called “Erased person ${user.id}”`,
            t`Enrolments, progress, times, results of tests, and which options were chosen`,
            t`Certificates, which name nobody any more, and the entries of the audit log`,
            t`Texts of courses and files of authors, also where they name the person`,
          ]}
        />
        <p className="font-semibold text-danger">{t`It cannot be undone.`}</p>
        <Field
          label={t`Type the name to confirm`}
          required
          hint={name}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        {erasure.error && (
          <p role="alert" className="text-danger">
            {getMessage(erasure.error)}
          </p>
        )}
      </Form>
    </Dialog>
  );
}

function List({ title, items }: { title: string; items: string[] }) {
  return (
    <section>
      <h3 className="mb-1 font-semibold">{title}</h3>
      <ul className="grid list-disc gap-1 pl-5 text-muted">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  );
}
