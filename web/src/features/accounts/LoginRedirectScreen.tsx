import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { goHome } from "../../app/guards.ts";
import { request } from "../../app/http.ts";
import { intendedRoute, startSession, type SessionUser } from "../../app/session.ts";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { AccountPage } from "./AccountPage.tsx";

/** Loaded for people of several branches who come from an identity provider. */
const ChooseBranch = lazy(() => import("./ChooseBranch.tsx"));

/**
 * Renders `/login-redirect?token=CODE`: exchanges the one-time code of a sign-in on another host. With `?choice=CODE`, a person of
 * several branches chooses one first.
 */
export function LoginRedirectScreen() {
  const { t } = useLingui();
  const router = useRouter();
  const started = useRef(false);
  const [{ code, choice, wanted }] = useState(() => {
    const search = new URLSearchParams(location.search);
    return { code: search.get("token"), choice: search.get("choice"), wanted: search.get("to") };
  });

  const exchange = useMutation({
    mutationFn: async (code: string) => {
      const body = JSON.stringify({ code });
      startSession(await request<{ token: string; user: SessionUser }>("/api/login-code", { method: "POST", body }));
      // It is only opened if it is an address of this site that the user may open.
      if (wanted) intendedRoute.keep(wanted);
      await goHome(router);
    },
  });

  const { mutate } = exchange;
  useEffect(() => {
    // A code works once; React's development mode runs effects twice.
    if (started.current) return;
    started.current = true;
    if (!code && !choice) return;
    // Removed from the address bar and the history before anything else can read it there.
    window.history.replaceState(window.history.state, "", "/login-redirect");
    if (code) mutate(code);
  }, [mutate, code, choice]);

  return (
    <AccountPage>
      {choice ? (
        <Suspense fallback={null}>
          <ChooseBranch code={choice} wanted={wanted} />
        </Suspense>
      ) : !code ? (
        <div role="alert">
          <h1 className="font-display text-heading leading-tight font-medium">{t`This link is incomplete`}</h1>
          <p className="mt-3 mb-8 text-muted">{t`The address contains no sign-in code. Please log in.`}</p>
          <ButtonLink to="/login">{t`Go to login`}</ButtonLink>
        </div>
      ) : exchange.error ? (
        <div role="alert">
          <h1 className="font-display text-heading leading-tight font-medium">{t`This link no longer works`}</h1>
          <p className="mt-3 mb-8 text-muted">{t`It can be used once, within a minute. Please log in again.`}</p>
          <ButtonLink to="/login">{t`Go to login`}</ButtonLink>
        </div>
      ) : (
        <h1 role="status" className="font-display text-heading leading-tight font-medium">
          {t`Logging you in...`}
        </h1>
      )}
    </AccountPage>
  );
}
