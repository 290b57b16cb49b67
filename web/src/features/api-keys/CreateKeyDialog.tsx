import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { execute } from "../../app/graphql.ts";
import { roleLabel } from "../../app/roles.ts";
import { useSaveForm } from "../../app/saveForm.ts";
import { Button } from "../../ui/Button.tsx";
import { CheckboxGroup } from "../../ui/CheckboxGroup.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { Problems } from "../../ui/Problems.tsx";
import { Select } from "../../ui/Select.tsx";
import { ShownOnce } from "../../ui/ShownOnce.tsx";
import { CreateApiKey } from "./apiKeys.documents.ts";
import { scopes } from "./scopes.ts";

const roles = ["learner", "instructor", "manager", "admin"];

/** Creates a key and shows it once. */
export function CreateKeyDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const [made, setMade] = useState<{ id: number; key: string } | null>(null);
  const form = useSaveForm({
    values: { name: "", role: "learner", days: "365", scopes: [] as string[] },
    save: async ({ days, scopes, ...fields }) =>
      (
        await execute(CreateApiKey, {
          ...fields,
          days: days === "" ? null : Number(days),
          scopes: scopes.length === 0 ? null : scopes,
        })
      ).createApiKey,
    onSaved: async (made) => {
      setMade(made);
      form.reset();
      await client.invalidateQueries({ queryKey: ["apiKeysPage"] });
    },
  });

  return (
    <Dialog
      open={open}
      onClose={close}
      title={made ? t`Your new API key` : t`Create API Key`}
      isForm
      actions={
        made ? (
          <Button onClick={close}>{t`Done`}</Button>
        ) : (
          <>
            <Button kind="quiet" onClick={close} disabled={form.saving}>
              {t`Cancel`}
            </Button>
            <Button type="submit" form="create-key" busy={form.saving}>
              {form.saving ? t`Creating...` : t`Create Key`}
            </Button>
          </>
        )
      }
    >
      {made ? (
        <>
          <ShownOnce
            text={made.key}
            copied={t`The key was copied.`}
            notCopied={t`The key could not be copied. Please mark it and copy it yourself.`}
            testId="api-key"
          />
          <p className="mt-4 text-sm">
            {t`For OAuth 2.0, the client ID is key-${made.id} and the key is the client secret.`}
          </p>
        </>
      ) : (
        fields()
      )}
    </Dialog>
  );

  function fields() {
    return (
      <Form id="create-key" onSubmit={form.submit} className="grid gap-5">
        <Problems messages={form.problems} />
        <Field
          label={t`Name`}
          maxLength={80}
          autoComplete="off"
          hint={t`What it is for, as 'Staff records'.`}
          error={form.error("name")}
          {...form.register("name", { required: t`Enter a name.` })}
        />
        <Select
          label={t`Role`}
          hint={t`The key may do what this role may, and never more than you.`}
          error={form.error("role")}
          options={roles.map((role) => ({ value: role, label: roleLabel(role) }))}
          {...form.register("role")}
        />
        <CheckboxGroup
          label={t`Only for`}
          hint={t`Leave all blank for everything that the role may do. With 'Reading', the key changes nothing.`}
          error={form.error("scopes")}
          options={scopes.map(({ value, label }) => ({ value, label: i18n._(label) }))}
          register={() => form.register("scopes")}
        />
        <Select
          label={t`Ends after`}
          hint={t`Then create another one for the program that uses it.`}
          error={form.error("days")}
          options={[
            { value: "30", label: t`30 days` },
            { value: "90", label: t`90 days` },
            { value: "365", label: t`1 year` },
            { value: "", label: t`Only when it is revoked` },
          ]}
          {...form.register("days")}
        />
      </Form>
    );
  }

  function close() {
    setMade(null);
    form.reset();
    onClose();
  }
}
