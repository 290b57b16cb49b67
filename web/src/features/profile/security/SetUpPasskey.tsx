import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { execute } from "../../../app/graphql.ts";
import { makePasskey, NoPasskey } from "../../../app/passkeys.ts";
import { useSaveForm } from "../../../app/saveForm.ts";
import { useViewer } from "../../../app/session.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Form } from "../../../ui/Form.tsx";
import { Problems } from "../../../ui/Problems.tsx";
import { nameDevice } from "./nameDevice.ts";
import { PasswordAgain } from "./PasswordAgain.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import { AddPasskey, StartPasskey } from "./security.documents.ts";

/** Leads through adding a passkey: a name, the password, the browser's dialog, and the recovery codes of a first one. */
export function SetUpPasskey({ onDone }: { onDone: () => void }) {
  const { t } = useLingui();
  const { email } = useViewer();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [notMade, setNotMade] = useState<NoPasskey | null>(null);
  const { browser, system } = nameDevice(navigator.userAgent);
  const form = useSaveForm({
    values: { name: browser && system ? t`${browser} on ${system}` : t`Passkey`, password: "" },
    save: async ({ name, password }) => {
      setNotMade(null);
      const { startPasskey } = await execute(StartPasskey, { password });
      try {
        const response = await makePasskey(startPasskey);
        return (await execute(AddPasskey, { name, response })).addPasskey.recovery_codes;
      } catch (error) {
        if (!(error instanceof NoPasskey)) throw error;
        setNotMade(error);
        return null;
      }
    },
    onSaved: (made) => {
      if (made?.length) setCodes(made);
      else if (made) onDone();
    },
  });
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  const problem =
    notMade &&
    (notMade.isKnown
      ? t`This device has a passkey for your account already.`
      : t`No passkey was made. Please try again.`);
  return (
    <Form onSubmit={form.submit} className="grid gap-5">
      <p className="text-muted">
        {t`Your browser asks you for your finger, your face or the PIN of this device, or for a security key.`}
      </p>
      <Problems messages={problem ? [problem] : form.problems} />
      {/* Tells password managers whose password this is. */}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <Field
        label={t`Name`}
        hint={t`To recognise it in your list.`}
        maxLength={100}
        error={form.error("name")}
        {...form.register("name", { required: t`Enter a name.` })}
      />
      <PasswordAgain error={form.error("password")} register={(options) => form.register("password", options)} />
      <div>
        <Button type="submit" busy={form.saving}>
          {t`Continue`}
        </Button>
      </div>
    </Form>
  );
}
