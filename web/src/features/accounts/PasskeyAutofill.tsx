import { useMutation } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { execute } from "../../app/graphql.ts";
import { goHome } from "../../app/guards.ts";
import { forgetPasskeyUse, offerPasskeys, withdrawPasskeys } from "../../app/passkeys.ts";
import { startSession } from "../../app/session.ts";
import { SignInWithPasskey, StartPasskeySignIn } from "./accounts.documents.ts";
import { loginError } from "./login.ts";

/** The server takes an answer for five minutes. */
const RENEWED_MS = 4 * 60_000;
/** A login page that is left open asks the server no more than this. */
const MOST_RENEWALS = 15;

/** Offers the passkeys of this device in the field for the email, and signs in with the one that is chosen. */
export default function PasskeyAutofill() {
  const router = useRouter();
  const { mutate, error } = useMutation({
    mutationFn: async (response: string) => {
      startSession((await execute(SignInWithPasskey, { response })).signInWithPasskey);
      await goHome(router);
    },
    onError: forgetPasskeyUse,
  });
  useEffect(() => {
    let isOver = false;
    let renewals = 0;
    const offer = async () => {
      const { startPasskeySignIn: options } = await execute(StartPasskeySignIn);
      if (isOver) return;
      const response = await offerPasskeys(options);
      if (!isOver) mutate(response);
    };
    // Without an offer, the button and the password are still there.
    const tryToOffer = () => void offer().catch(() => {});
    tryToOffer();
    const timer = setInterval(() => {
      if (document.visibilityState === "visible" && renewals++ < MOST_RENEWALS) tryToOffer();
    }, RENEWED_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
      void withdrawPasskeys();
    };
  }, [mutate]);
  return (
    error && (
      <p role="alert" className="text-sm text-danger">
        {loginError(error)}
      </p>
    )
  );
}
