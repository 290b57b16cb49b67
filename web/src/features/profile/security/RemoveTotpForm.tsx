import { useLingui } from "@lingui/react/macro";
import { execute } from "../../../app/graphql.ts";
import { useSaveForm } from "../../../app/saveForm.ts";
import { Button } from "../../../ui/Button.tsx";
import { Form } from "../../../ui/Form.tsx";
import { Problems } from "../../../ui/Problems.tsx";
import { CodeField } from "./CodeField.tsx";
import { PasswordAgain } from "./PasswordAgain.tsx";
import { RemoveTotp } from "./security.documents.ts";

/** Removes the second factor, for the password and a code. */
export function RemoveTotpForm({ onDone }: { onDone: () => void }) {
  const { t } = useLingui();
  const form = useSaveForm({
    values: { password: "", code: "" },
    save: (fields) => execute(RemoveTotp, fields),
    onSaved: onDone,
  });
  return (
    <Form onSubmit={form.submit} className="grid gap-5">
      <p className="text-muted">{t`Your password alone opens your account then.`}</p>
      <Problems messages={form.problems} />
      <PasswordAgain error={form.error("password")} register={(options) => form.register("password", options)} />
      <CodeField
        takesLetters
        hint={t`The code that your app shows now, or a recovery code.`}
        error={form.error("code")}
        {...form.register("code", { required: t`Enter the code.` })}
      />
      <div>
        <Button kind="danger" type="submit" busy={form.saving}>
          {t`Remove`}
        </Button>
      </div>
    </Form>
  );
}
