import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useRouter, useSearch } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { lazy, Suspense, useState, type SubmitEvent } from "react";
import * as z from "zod/mini";
import { boot, isKnownSite, loginLook } from "../../app/boot.ts";
import { EMAIL } from "../../app/emails.ts";
import { ApiError } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { goHome } from "../../app/guards.ts";
import { hasPasskeys, hasUsedPasskey } from "../../app/passkeys.ts";
import { startSession } from "../../app/session.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { AccountPage } from "./AccountPage.tsx";
import { LoginUser } from "./accounts.documents.ts";
import { BranchChoice } from "./BranchChoice.tsx";
import { PasskeyButton } from "./PasskeyButton.tsx";
import { loginError, redirectAddress, siteName } from "./login.ts";
import { ProviderButtons } from "./ProviderButtons.tsx";

/** Loaded where e-mail domains lead to providers. Without it, people sign in with their password or by a button. */
const EmailProvider = lazy(() => import("./EmailProvider.tsx").catch(() => ({ default: () => null })));

/** Loaded where a passkey was used. Without it, the button asks for one. */
const PasskeyAutofill = lazy(() => import("./PasskeyAutofill.tsx").catch(() => ({ default: () => null })));

type LoginFields = { domain: string; email: string; password: string };

/**
 * Renders `/login`, on the host of a site or, asking which, on the product's own. Without a form library, which would be a
 * tenth of the first page's code.
 */
export function LoginScreen() {
  const { t } = useLingui();
  const router = useRouter();
  const { success } = useSearch({ from: "/login" });
  const { detected, baseDomain, isOpenToAll, signInButtons, hasEmailDomains, hasNoPasswords } = boot();
  const asksForDomain = !isKnownSite();
  const [errors, setErrors] = useState<{ [field in keyof LoginFields]?: string[] }>({});
  const [typed, setTyped] = useState({ email: "", leads: false });
  const [branches, setBranches] = useState<ApiError["branches"]>();

  const login = useMutation({
    mutationFn: async ({ domain, email, password, branch }: LoginFields & { branch?: string }) => {
      const site = asksForDomain ? siteName(domain) : null;
      const { loginUser } = await execute(LoginUser, {
        email,
        password,
        instance_url: site,
        branch_url: branch ?? (asksForDomain ? null : detected.branch),
        ...(branch !== undefined && { moves: true }),
      });
      if (site || branch) return leaveTo(redirectAddress(loginUser.host, loginUser.token, location));
      startSession(loginUser);
      await goHome(router);
    },
    onError: (error) => setBranches(error instanceof ApiError ? error.branches : undefined),
  });

  return (
    <AccountPage>
      <h1 className="font-display text-[40px] leading-[1.08] font-medium tracking-[-0.015em]">{t`Log in to your account`}</h1>
      <p className="mt-3 whitespace-pre-line text-muted">{loginLook().text ?? t`Pick up where you left off.`}</p>
      {success && (
        <p
          role="status"
          className="mt-6 flex gap-2.5 rounded-ctl border border-line bg-surface px-4 py-3 text-sm text-ok-text"
        >
          <CircleCheck aria-hidden size={18} className="mt-px shrink-0" />
          {success}
        </p>
      )}
      {asksForDomain && detected.instance && (
        <p role="status" className="mt-6 rounded-ctl border border-line bg-surface px-4 py-3 text-sm">
          {t`We could not find a training site at this address.`}
        </p>
      )}
      {signInButtons && !asksForDomain && (
        <ProviderButtons buttons={signInButtons} isOnlyWay={hasNoPasswords === true} />
      )}
      <Form className="mt-8 grid gap-5" onSubmit={submit} onChange={forget}>
        {asksForDomain && (
          <Field
            label={t`Your Domain`}
            required
            name="domain"
            suffix={`.${baseDomain}`}
            autoCapitalize="none"
            spellCheck={false}
            autoComplete="organization"
            error={errors.domain?.[0]}
          />
        )}
        <Field
          label={t`Email`}
          required
          name="email"
          type="email"
          autoComplete="username webauthn"
          error={errors.email?.[0]}
          onBlur={({ target }) => setTyped({ email: target.value, leads: false })}
        />
        {hasEmailDomains && !asksForDomain && typed.email && (
          <Suspense fallback={null}>
            <EmailProvider {...typed} />
          </Suspense>
        )}
        <div>
          <Field
            label={t`Password`}
            required
            name="password"
            type="password"
            autoComplete="current-password"
            error={errors.password?.[0]}
          />
          <p className="mt-3 text-right text-sm">
            <a href="/forgot-password" className="font-medium text-brand-text underline-offset-4 hover:underline">
              {t`Forgot password?`}
            </a>
          </p>
        </div>
        {login.error && (
          <p role="alert" className="text-sm text-danger">
            {loginError(login.error)}
          </p>
        )}
        {branches && (
          <BranchChoice
            branches={branches}
            isBusy={login.isPending}
            onChoose={(branch) => login.mutate({ ...login.variables!, branch })}
          />
        )}
        <Button type="submit" size="large" busy={login.isPending}>
          {t`LOGIN`}
        </Button>
        {!asksForDomain && hasUsedPasskey() && (
          <Suspense fallback={null}>
            <PasskeyAutofill />
          </Suspense>
        )}
        {!asksForDomain && hasPasskeys() && <PasskeyButton />}
        {asksForDomain && (
          <p className="text-center text-sm">
            <a href="/find-site" className="font-medium text-brand-text underline-offset-4 hover:underline">
              {t`Find my training sites`}
            </a>
          </p>
        )}
        {isOpenToAll && (
          <p className="text-center text-sm">
            <a href="/register/open" className="font-medium text-brand-text underline-offset-4 hover:underline">
              {t`Create an account`}
            </a>
          </p>
        )}
      </Form>
    </AccountPage>
  );

  function forget() {
    setErrors({});
    setBranches(undefined);
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const schema = z.object({
      domain: asksForDomain ? required(t`Enter your domain.`) : z._default(z.string(), ""),
      email: required(t`Enter your email.`).check(z.regex(EMAIL, t`Enter a valid email address.`)),
      password: z.string().check(z.minLength(1, t`Enter your password.`)),
    });
    const given = Object.fromEntries(new FormData(form));
    const parsed = schema.safeParse(given);
    if (parsed.success) return login.mutate(parsed.data);
    const { fieldErrors } = z.flattenError(parsed.error);
    const { email } = given;
    if (!fieldErrors.email && typeof email === "string") setTyped({ email, leads: true });
    setErrors(fieldErrors);
    form.querySelector<HTMLElement>(`[name="${Object.keys(fieldErrors)[0]}"]`)?.focus();
  }
}

const required = (message: string) => z.string().check(z.trim(), z.minLength(1, { error: message, abort: true }));

/** Stays pending until the browser has left, so that the button keeps its spinner. */
function leaveTo(address: string): Promise<void> {
  location.assign(address);
  return new Promise(() => {});
}
