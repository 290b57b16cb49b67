import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { goHome } from "../../../app/guards.ts";
import { Organisation } from "../../../app/Organisation.tsx";
import { hasPasskeys } from "../../../app/passkeys.ts";
import { postponedFactor, signOut, useViewer } from "../../../app/session.ts";
import { Button } from "../../../ui/Button.tsx";
import { formatLongDate } from "../../../ui/format.ts";
import { ConfirmSignIn } from "./ConfirmSignIn.tsx";
import { SetUpPasskey } from "./SetUpPasskey.tsx";
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
  const lastDay = viewer.factor_due === null ? viewer.factor_due_on : null;
  const isSetUp = viewer.factor_due === "setup" || lastDay !== null;
  const postpone = (day: string) => {
    postponedFactor.keep(day);
    goOn();
  };
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
        <div className="mt-2 mb-8 grid gap-3 text-muted">
          {lastDay !== null ? (
            <>
              <p>{t`Your organisation asks for a second factor besides the password: an authenticator app or a passkey.`}</p>
              <p>
                <strong className="font-medium text-ink">{t`Set one up by ${formatLongDate(lastDay)}.`}</strong>{" "}
                {t`After that day, you cannot continue without one.`}
              </p>
            </>
          ) : isSetUp ? (
            <p>{t`Your organisation asks for a second factor besides the password: an authenticator app or a passkey. Set one up before you continue.`}</p>
          ) : (
            <p>{t`Use your second factor for this site.`}</p>
          )}
        </div>
        {isSetUp ? (
          <SetUp onDone={goOn} onPostpone={lastDay === null ? null : () => postpone(lastDay)} />
        ) : (
          <ConfirmSignIn onDone={goOn} />
        )}
      </main>
    </div>
  );
}

/** Lets the user choose between an app and, where the browser has them, a passkey, or postpone both while they may. */
function SetUp({ onDone, onPostpone }: { onDone: () => void; onPostpone: (() => void) | null }) {
  const { t } = useLingui();
  const [way, setWay] = useState<"app" | "passkey" | null>(hasPasskeys() || onPostpone ? null : "app");
  if (way === "app") return <SetUpTotp onDone={onDone} />;
  if (way === "passkey") return <SetUpPasskey onDone={onDone} />;
  return (
    <div className="flex flex-wrap gap-2">
      {hasPasskeys() && <Button onClick={() => setWay("passkey")}>{t`Add a passkey`}</Button>}
      <Button kind="quiet" onClick={() => setWay("app")}>{t`Use an authenticator app`}</Button>
      {onPostpone && <Button kind="ghost" onClick={onPostpone}>{t`Not now`}</Button>}
    </div>
  );
}
