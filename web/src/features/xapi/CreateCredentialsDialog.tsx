import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { execute } from "../../app/graphql.ts";
import { useSaveForm } from "../../app/saveForm.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { Problems } from "../../ui/Problems.tsx";
import { CreateXapiCredentials } from "./xapi.documents.ts";

/** Creates a key and secret and shows them once. */
export function CreateCredentialsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [made, setMade] = useState<{ key: string; secret: string } | null>(null);
  const form = useSaveForm({
    values: { name: "" },
    save: async (fields) => (await execute(CreateXapiCredentials, fields)).createXapiCredentials,
    onSaved: async (pair) => {
      setMade(pair);
      form.reset();
      await client.invalidateQueries({ queryKey: ["xapiCredentials"] });
    },
  });

  return (
    <Dialog
      open={open}
      onClose={close}
      title={made ? t`Your new credentials` : t`Create Credentials`}
      isForm
      actions={
        made ? (
          <Button onClick={close}>{t`Done`}</Button>
        ) : (
          <>
            <Button kind="quiet" onClick={close} disabled={form.saving}>
              {t`Cancel`}
            </Button>
            <Button type="submit" form="create-credentials" busy={form.saving}>
              {form.saving ? t`Creating...` : t`Create Credentials`}
            </Button>
          </>
        )
      }
    >
      {made ? (
        <div className="grid gap-4">
          <p>{t`Copy them now and keep them safe: the secret is not shown again.`}</p>
          {line(t`Key`, made.key, "xapi-key")}
          {line(t`Secret`, made.secret, "xapi-secret")}
        </div>
      ) : (
        <Form id="create-credentials" onSubmit={form.submit} className="grid gap-5">
          <Problems messages={form.problems} />
          <Field
            label={t`Name`}
            maxLength={80}
            autoComplete="off"
            hint={t`What they are for, as 'Simulator'.`}
            error={form.error("name")}
            {...form.register("name", { required: t`Enter a name.` })}
          />
        </Form>
      )}
    </Dialog>
  );

  function line(label: string, text: string, id: string) {
    return (
      <div>
        <div className="pb-1 text-sm text-ink-soft">{label}</div>
        <code className="block rounded-ctl bg-sunken p-3.5 text-sm break-all select-all" data-testid={id}>
          {text}
        </code>
      </div>
    );
  }

  function close() {
    setMade(null);
    form.reset();
    onClose();
  }
}
