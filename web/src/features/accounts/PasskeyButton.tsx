import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { execute } from "../../app/graphql.ts";
import { goHome } from "../../app/guards.ts";
import { askForPasskey, forgetPasskeyUse, NoPasskey } from "../../app/passkeys.ts";
import { startSession } from "../../app/session.ts";
import { Button } from "../../ui/Button.tsx";
import { SignInWithPasskey, StartPasskeySignIn } from "./accounts.documents.ts";
import { loginError } from "./login.ts";

/** Signs in with a passkey, without an email or a password. */
export function PasskeyButton() {
  const { t } = useLingui();
  const router = useRouter();
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => {
      const response = await askForPasskey((await execute(StartPasskeySignIn)).startPasskeySignIn);
      startSession((await execute(SignInWithPasskey, { response })).signInWithPasskey);
      await goHome(router);
    },
    onError: (error) => {
      if (!(error instanceof NoPasskey)) forgetPasskeyUse();
    },
  });
  return (
    <>
      <Button kind="quiet" size="large" busy={isPending} onClick={() => mutate()}>
        {t`Sign in with a passkey`}
      </Button>
      {error && (
        <p role="alert" className="text-sm text-danger">
          {error instanceof NoPasskey
            ? t`No passkey was used. Try again, or log in with your password.`
            : loginError(error)}
        </p>
      )}
    </>
  );
}
