import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { execute } from "../../../app/graphql.ts";
import { useSaveForm } from "../../../app/saveForm.ts";
import { useViewer } from "../../../app/session.ts";
import type { StartTotpMutation } from "../../../gen/graphql.ts";
import { Button } from "../../../ui/Button.tsx";
import { Form } from "../../../ui/Form.tsx";
import { Problems } from "../../../ui/Problems.tsx";
import { CodeField } from "./CodeField.tsx";
import { PasswordAgain } from "./PasswordAgain.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import { ConfirmTotp, StartTotp } from "./security.documents.ts";

type Started = StartTotpMutation["startTotp"];

/** Leads through the set-up of an authenticator app: the password, the first code, the recovery codes. */
export function SetUpTotp({ onDone }: { onDone: () => void }) {
  const [started, setStarted] = useState<Started | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (started) return <FirstCode started={started} onConfirmed={setCodes} />;
  return <Password onStarted={setStarted} />;
}

function Password({ onStarted }: { onStarted: (started: Started) => void }) {
  const { t } = useLingui();
  const { email } = useViewer();
  const form = useSaveForm({
    values: { password: "" },
    save: async (fields) => (await execute(StartTotp, fields)).startTotp,
    onSaved: onStarted,
  });
  return (
    <Form onSubmit={form.submit} className="grid gap-5">
      <Problems messages={form.problems} />
      {/* Tells password managers whose password this is. */}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <PasswordAgain error={form.error("password")} register={(options) => form.register("password", options)} />
      <div>
        <Button type="submit" busy={form.saving}>
          {t`Continue`}
        </Button>
      </div>
    </Form>
  );
}

function FirstCode({ started, onConfirmed }: { started: Started; onConfirmed: (codes: readonly string[]) => void }) {
  const { t } = useLingui();
  const form = useSaveForm({
    values: { code: "" },
    save: async (fields) => (await execute(ConfirmTotp, fields)).confirmTotp,
    onSaved: onConfirmed,
  });
  const qrCode = `data:image/svg+xml;utf8,${encodeURIComponent(started.qr_code)}`;
  return (
    <Form onSubmit={form.submit} className="grid gap-5">
      <p className="text-muted">
        {t`Scan this picture with an authenticator app, such as the one of your phone or of your password manager.`}
      </p>
      <img
        src={qrCode}
        alt={t`QR code for the authenticator app`}
        className="size-52 rounded-ctl border border-line bg-white"
      />
      <p className="text-sm">
        {t`No camera?`}{" "}
        <a href={started.uri} className="font-medium text-brand-text underline underline-offset-4">
          {t`Open the app on this device`}
        </a>{" "}
        {t`or type this key into it:`}
        <code className="mt-2 block rounded-ctl bg-sunken p-3 break-all select-all">
          {started.secret.match(/.{1,4}/g)?.join(" ")}
        </code>
      </p>
      <Problems messages={form.problems} />
      <CodeField
        hint={t`The six digits that the app shows now.`}
        error={form.error("code")}
        {...form.register("code", { required: t`Enter the code.` })}
      />
      <div>
        <Button type="submit" busy={form.saving}>
          {t`Confirm`}
        </Button>
      </div>
    </Form>
  );
}
