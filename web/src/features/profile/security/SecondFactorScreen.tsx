import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { execute } from "../../../app/graphql.ts";
import { goHome } from "../../../app/guards.ts";
import { Organisation } from "../../../app/Organisation.tsx";
import { useSaveForm } from "../../../app/saveForm.ts";
import { signOut, useViewer } from "../../../app/session.ts";
import { Button } from "../../../ui/Button.tsx";
import { Form } from "../../../ui/Form.tsx";
import { Problems } from "../../../ui/Problems.tsx";
import { CodeField } from "./CodeField.tsx";
import { ConfirmSecondFactor } from "./security.documents.ts";
import { SetUpTotp } from "./SetUpTotp.tsx";

/** Renders `/second-factor`: the second step of a sign-in, or the set-up that the organisation asks for. */
export function SecondFactorScreen() {
  const { t } = useLingui();
  const router = useRouter();
  const viewer = useViewer();
  const leaving = useMutation({
    mutationFn: async () => {
      await signOut();
      await router.navigate({ to: "/login" });
    },
  });
  const goOn = () => void goHome(router);
  const isSetUp = viewer.factor_due === "setup";
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex flex-wrap items-center justify-between gap-4 border-b border-line px-6 py-4">
        <Organisation />
        <Button kind="ghost" busy={leaving.isPending} onClick={() => leaving.mutate()}>
          {t`Sign out`}
        </Button>
      </header>
      <main className="mx-auto w-full max-w-md px-6 py-10">
        <h1 className="font-display text-[34px] leading-tight font-medium">
          {isSetUp ? t`Set up a second factor` : t`Confirm that it is you`}
        </h1>
        <p className="mt-2 mb-8 text-muted">
          {isSetUp
            ? t`Your organisation asks for a code from an app on your phone, besides the password. Set it up before you continue.`
            : t`Enter the code that your authenticator app shows for this site.`}
        </p>
        {isSetUp ? <SetUpTotp onDone={goOn} /> : <ShowCode onDone={goOn} />}
      </main>
    </div>
  );
}

function ShowCode({ onDone }: { onDone: () => void }) {
  const { t } = useLingui();
  const [isRecovery, setRecovery] = useState(false);
  const form = useSaveForm({
    values: { code: "" },
    save: (fields) => execute(ConfirmSecondFactor, fields),
    onSaved: onDone,
  });
  return (
    <Form onSubmit={form.submit} className="grid gap-5">
      <Problems messages={form.problems} />
      <CodeField
        autoFocus
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
        <Button type="submit" busy={form.saving}>
          {t`Continue`}
        </Button>
        <Button kind="ghost" onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? t`Use the app` : t`Use a recovery code`}
        </Button>
      </div>
    </Form>
  );
}
