import { useLingui } from "@lingui/react/macro";
import { useSaveForm } from "../../app/saveForm.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { Problems } from "../../ui/Problems.tsx";
import { toast } from "../../ui/toast.ts";

type Props = { title: string; name: string; save: (name: string) => Promise<void>; onClose: () => void };

/** Asks for the name of a view of the users list. */
export function UserViewDialog({ title, name: before, save, onClose }: Props) {
  const { t } = useLingui();
  const form = useSaveForm({
    values: { name: before },
    save: async ({ name }) => {
      await save(name);
      return name.trim();
    },
    onSaved: (name) => {
      onClose();
      toast({ kind: "success", text: t`${name} was saved.` });
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      isForm
      actions={
        <>
          <Button kind="quiet" onClick={onClose} disabled={form.saving}>
            {t`Cancel`}
          </Button>
          <Button type="submit" form="user-view" busy={form.saving}>
            {t`Save`}
          </Button>
        </>
      }
    >
      <Form id="user-view" onSubmit={form.submit} className="grid gap-5">
        <Problems messages={form.problems} />
        <Field
          label={t`Name`}
          hint={t`Only you see your views.`}
          maxLength={60}
          autoComplete="off"
          error={form.error("name")}
          {...form.register("name", { required: t`Enter a name.` })}
        />
      </Form>
    </Dialog>
  );
}
