import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { buttonClass } from "../../ui/buttonClass.ts";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { AccountPage } from "./AccountPage.tsx";

/** Renders `/sign-in-refused`: an identity provider's sign-in did not succeed, why, and how to go on. */
export function SignInRefusedScreen() {
  const { t } = useLingui();
  // Anybody can write an address: what is not of the expected form is left out.
  const [{ reason, again, request }] = useState(() => {
    const search = new URLSearchParams(location.search);
    const read = (name: string, form: RegExp) => search.get(name)?.match(form)?.[0];
    return {
      reason: search.get("reason") ?? "",
      again: read("again", /^(oidc|saml)\/\d{1,10}$/),
      request: read("request", /^[\da-f-]{36}$/),
    };
  });
  const reasons: Record<string, string> = {
    cancelled: t`The sign-in was cancelled at your organisation. You can start again.`,
    ended: t`This sign-in took too long, or was started in another browser. Please start again.`,
    denied: t`Your organisation knows you, but this site did not let you in. Ask your training administrator for access.`,
    busy: t`There were too many attempts from your network. Wait a few minutes, then try again.`,
    unavailable: t`This way to sign in is not available. Choose another one on the login page.`,
  };
  const text =
    (Object.hasOwn(reasons, reason) && reasons[reason]) ||
    t`The sign-in by your organisation did not work. Try again. If it happens again, ask your training administrator.`;
  return (
    <AccountPage>
      <div role="alert">
        <h1 className="font-display text-[40px] leading-[1.08] font-medium tracking-[-0.015em]">
          {t`You are not signed in`}
        </h1>
        <p className="mt-3 text-muted">{text}</p>
      </div>
      <div className="mt-8 flex flex-wrap gap-2">
        {again && (
          <a href={`/sso/${again}/start${reason === "denied" ? "?account=choose" : ""}`} className={buttonClass({})}>
            {t`Try again`}
          </a>
        )}
        <ButtonLink to="/login" kind={again ? "quiet" : "primary"}>
          {t`Use another way to sign in`}
        </ButtonLink>
      </div>
      {request && (
        <p className="mt-8 text-sm text-muted">
          {t`When you ask for help, give this number:`}
          <code className="mt-1 block break-all text-ink select-all">{request}</code>
        </p>
      )}
    </AccountPage>
  );
}
