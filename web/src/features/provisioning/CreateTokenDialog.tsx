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
import { Select } from "../../ui/Select.tsx";
import { ShownOnce } from "../../ui/ShownOnce.tsx";
import { CreateProvisioningToken } from "./provisioning.documents.ts";

/** Creates a token and shows it once. */
export function CreateTokenDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [token, setToken] = useState<string | null>(null);
  const form = useSaveForm({
    values: { name: "", days: "365" },
    save: async ({ name, days }) =>
      (await execute(CreateProvisioningToken, { name, days: Number(days) })).createProvisioningToken,
    onSaved: async (made) => {
      setToken(made.token);
      form.reset();
      await client.invalidateQueries({ queryKey: ["provisioningTokens"] });
    },
  });

  return (
    <Dialog
      open={open}
      onClose={close}
      title={token ? t`Your new token` : t`Create Token`}
      isForm
      actions={
        token ? (
          <Button onClick={close}>{t`Done`}</Button>
        ) : (
          <>
            <Button kind="quiet" onClick={close} disabled={form.saving}>
              {t`Cancel`}
            </Button>
            <Button type="submit" form="create-token" busy={form.saving}>
              {form.saving ? t`Creating...` : t`Create Token`}
            </Button>
          </>
        )
      }
    >
      {token ? (
        <ShownOnce
          text={token}
          copied={t`The token was copied.`}
          notCopied={t`The token could not be copied. Please mark it and copy it yourself.`}
          testId="scim-token"
        />
      ) : (
        fields()
      )}
    </Dialog>
  );

  function fields() {
    return (
      <Form id="create-token" onSubmit={form.submit} className="grid gap-5">
        <Problems messages={form.problems} />
        <Field
          label={t`Name`}
          maxLength={80}
          autoComplete="off"
          hint={t`The identity provider, as 'Entra ID' or 'Okta'.`}
          error={form.error("name")}
          {...form.register("name", { required: t`Enter a name.` })}
        />
        <Select
          label={t`Ends after`}
          hint={t`Create another one before, and enter it at the identity provider.`}
          error={form.error("days")}
          options={[
            { value: "90", label: t`90 days` },
            { value: "180", label: t`180 days` },
            { value: "365", label: t`1 year` },
            { value: "730", label: t`2 years` },
          ]}
          {...form.register("days")}
        />
        <p className="text-small text-muted">
          {t`The token acts in your name and ends when you are no longer an admin. It never changes admins.`}
        </p>
      </Form>
    );
  }

  function close() {
    setToken(null);
    form.reset();
    onClose();
  }
}
