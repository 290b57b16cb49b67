import { useLingui } from "@lingui/react/macro";
import { execute } from "../../../app/graphql.ts";
import { useSaveForm } from "../../../app/saveForm.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Form } from "../../../ui/Form.tsx";
import { Problems } from "../../../ui/Problems.tsx";
import { PasswordAgain } from "./PasswordAgain.tsx";
import { type Passkey, RemovePasskey, RenamePasskey } from "./security.documents.ts";

type Props = { passkey: Passkey; onDone: () => void };

/** Renames a passkey. */
export function RenamePasskeyForm({ passkey: { id, name }, onDone }: Props) {
  const { t } = useLingui();
  const form = useSaveForm({
    values: { name },
    save: (fields) => execute(RenamePasskey, { id, ...fields }),
    onSaved: onDone,
  });
  return (
    <Form onSubmit={form.submit} className="grid gap-5">
      <Problems messages={form.problems} />
      <Field
        label={t`Name`}
        maxLength={100}
        error={form.error("name")}
        {...form.register("name", { required: t`Enter a name.` })}
      />
      <div>
        <Button type="submit" busy={form.saving}>
          {t`Rename`}
        </Button>
      </div>
    </Form>
  );
}

/** Removes a passkey, for the password. */
export function RemovePasskeyForm({ passkey: { id, name }, onDone }: Props) {
  const { t } = useLingui();
  const form = useSaveForm({
    values: { password: "" },
    save: (fields) => execute(RemovePasskey, { id, ...fields }),
    onSaved: onDone,
  });
  return (
    <Form onSubmit={form.submit} className="grid gap-5">
      <p className="text-muted">
        {t`${name} does not sign you in any more. To use the same device again, add a new passkey.`}
      </p>
      <Problems messages={form.problems} />
      <PasswordAgain error={form.error("password")} register={(options) => form.register("password", options)} />
      <div>
        <Button kind="danger" type="submit" busy={form.saving}>
          {t`Remove`}
        </Button>
      </div>
    </Form>
  );
}
