import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { execute } from "../../../app/graphql.ts";
import { useSaveForm } from "../../../app/saveForm.ts";
import { Button } from "../../../ui/Button.tsx";
import { Form } from "../../../ui/Form.tsx";
import { Problems } from "../../../ui/Problems.tsx";
import { CodeField } from "./CodeField.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import { RenewRecoveryCodes } from "./security.documents.ts";

/** Creates new recovery codes, for a code of the app or the last recovery code. */
export function RenewCodesForm({ onDone }: { onDone: () => void }) {
  const { t } = useLingui();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const form = useSaveForm({
    values: { code: "" },
    save: async (fields) => (await execute(RenewRecoveryCodes, fields)).renewRecoveryCodes,
    onSaved: setCodes,
  });
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  return (
    <Form onSubmit={form.submit} className="grid gap-5">
      <p className="text-muted">{t`The recovery codes that you have now end.`}</p>
      <Problems messages={form.problems} />
      <CodeField
        takesLetters
        hint={t`The code that your app shows now, or a recovery code.`}
        error={form.error("code")}
        {...form.register("code", { required: t`Enter the code.` })}
      />
      <div>
        <Button type="submit" busy={form.saving}>
          {t`Create codes`}
        </Button>
      </div>
    </Form>
  );
}
