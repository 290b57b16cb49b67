import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getMessage } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import { request } from "../../../app/http.ts";
import { Loaded } from "../../../app/Loaded.tsx";
import { askForPasskey, hasPasskeys, NoPasskey } from "../../../app/passkeys.ts";
import { useSaveForm } from "../../../app/saveForm.ts";
import type { SecondFactorQuery } from "../../../gen/graphql.ts";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { Form } from "../../../ui/Form.tsx";
import { Problems } from "../../../ui/Problems.tsx";
import { toast } from "../../../ui/toast.ts";
import { CodeField } from "./CodeField.tsx";
import { ConfirmByPasskey, ConfirmSecondFactor, SecondFactor, StartPasskeyConfirmation } from "./security.documents.ts";

/** Asks for the second factor of a sign-in: a passkey of this address, a code of the app, or a recovery code. */
export function ConfirmSignIn({ onDone }: { onDone: () => void }) {
  const { t } = useLingui();
  const factor = useQuery({
    queryKey: ["secondFactor"],
    queryFn: async () => (await execute(SecondFactor)).secondFactor,
    staleTime: 0,
  });
  return (
    <Loaded query={factor} shape="form" failure={t`The second factor could not be loaded.`}>
      {(loaded) => <Ways factor={loaded} onDone={onDone} />}
    </Loaded>
  );
}

function Ways({ factor, onDone }: { factor: SecondFactorQuery["secondFactor"]; onDone: () => void }) {
  const { t } = useLingui();
  const isPasskeyHere = factor.passkeys_here > 0 && hasPasskeys();
  const [isRemembered, setRemembered] = useState(false);
  const days = factor.remember_days;
  const finish = async () => {
    // Without it, the person is signed in too.
    if (isRemembered)
      await request("/api/remembered-device", { method: "POST", body: "{}" }).catch(() =>
        toast({ kind: "error", text: t`This device could not be remembered.` }),
      );
    onDone();
  };
  return (
    <div className="grid gap-8">
      {days !== null && (
        <Checkbox
          label={t`${plural(days, { one: "Do not ask again on this device for # day", other: "Do not ask again on this device for # days" })}`}
          hint={t`Only on a device that nobody else uses.`}
          checked={isRemembered}
          onChange={(event) => setRemembered(event.target.checked)}
        />
      )}
      {isPasskeyHere && <ShowPasskey onDone={() => void finish()} />}
      {!isPasskeyHere && factor.passkeys > 0 && !factor.is_on && (
        <p className="text-sm text-muted">
          {t`Your passkeys work with other addresses or browsers. Here, use a recovery code.`}
        </p>
      )}
      <ShowCode hasApp={factor.is_on} isAlternative={isPasskeyHere} onDone={() => void finish()} />
    </div>
  );
}

function ShowPasskey({ onDone }: { onDone: () => void }) {
  const { t } = useLingui();
  const showing = useMutation({
    mutationFn: async () => {
      const response = await askForPasskey((await execute(StartPasskeyConfirmation)).startPasskeyConfirmation);
      return (await execute(ConfirmByPasskey, { response })).confirmByPasskey;
    },
    onSuccess: (isConfirmed) => {
      if (isConfirmed) onDone();
    },
  });
  const problem =
    showing.data === false
      ? t`This passkey was refused, because it may have been copied. Use a code, and remove the passkey in your profile.`
      : showing.error instanceof NoPasskey
        ? t`No passkey was used. Try again, or enter a code.`
        : showing.error && getMessage(showing.error);
  return (
    <div className="grid justify-items-start gap-4">
      <Problems messages={problem ? [problem] : []} />
      <Button busy={showing.isPending} onClick={() => showing.mutate()}>
        {t`Use a passkey`}
      </Button>
    </div>
  );
}

type CodeProps = { hasApp: boolean; isAlternative: boolean; onDone: () => void };

function ShowCode({ hasApp, isAlternative, onDone }: CodeProps) {
  const { t } = useLingui();
  const [isRecovery, setRecovery] = useState(!hasApp);
  const form = useSaveForm({
    values: { code: "" },
    save: (fields) => execute(ConfirmSecondFactor, fields),
    onSaved: onDone,
  });
  return (
    <Form onSubmit={form.submit} className="grid gap-5">
      <Problems messages={form.problems} />
      <CodeField
        autoFocus={!isAlternative}
        takesLetters={isRecovery}
        hint={
          isRecovery
            ? t`One of the recovery codes that you kept. If you have none, ask your training administrator to reset your second factor.`
            : t`The six digits that the app shows now.`
        }
        error={form.error("code")}
        {...form.register("code", { required: t`Enter the code.` })}
      />
      <div className="flex flex-wrap gap-2">
        <Button kind={isAlternative ? "quiet" : "primary"} type="submit" busy={form.saving}>
          {t`Continue`}
        </Button>
        {hasApp && (
          <Button kind="ghost" onClick={() => setRecovery(!isRecovery)}>
            {isRecovery ? t`Use the app` : t`Use a recovery code`}
          </Button>
        )}
      </div>
    </Form>
  );
}
