import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { MailCheck } from "lucide-react";
import { useState, type SubmitEvent } from "react";
import { organisation } from "../../app/boot.ts";
import { EMAIL } from "../../app/emails.ts";
import { ApiError, getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { forEditing, Loaded } from "../../app/Loaded.tsx";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { formatList } from "../../ui/format.ts";
import { AccountPage } from "./AccountPage.tsx";
import { type Offer, Register, RegistrationOffer } from "./register.documents.ts";

/** Renders `/register/{code}`: who invites to what, and the form of a person who has no account yet. */
export function RegisterScreen() {
  const { t } = useLingui();
  const { code } = useParams({ from: "/register/$code" });
  const offer = useQuery({
    queryKey: ["registrationOffer", code],
    queryFn: () => execute(RegistrationOffer, { code }),
    ...forEditing,
  });
  return (
    <AccountPage>
      <Loaded query={offer} shape="form" failure={t`The invitation could not be loaded.`}>
        {({ registrationOffer: found }) =>
          found ? <Registration code={code} offer={found} /> : <Gone isOpen={code === "open"} />
        }
      </Loaded>
    </AccountPage>
  );
}

function Gone({ isOpen }: { isOpen: boolean }) {
  const { t } = useLingui();
  return (
    <>
      <h1 className={heading}>{isOpen ? t`Registration is closed` : t`This invitation is not valid`}</h1>
      <p className="mt-3 text-muted">
        {isOpen
          ? t`Ask your training administrator for an invitation.`
          : t`It has expired, was used up or was revoked. Ask the person who sent it for a new one.`}
      </p>
      {!isOpen && (
        <p className="mt-6">
          <a href="/register" className={link}>
            {t`Enter another code`}
          </a>
        </p>
      )}
      <p className="mt-6">
        <a href="/login" className={link}>
          {t`Go to the login page`}
        </a>
      </p>
    </>
  );
}

function Registration({ code, offer }: { code: string; offer: Offer }) {
  const { t } = useLingui();
  const site = offer.branch ?? organisation().name;
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const registration = useMutation({
    mutationFn: async (fields: { first_name: string; last_name: string; email: string }) =>
      execute(Register, { input: { code, ...fields, terms_version: offer.terms?.version ?? null } }),
    onError: (error) => setErrors((error instanceof ApiError && error.validation) || {}),
  });
  if (registration.data)
    return (
      <div role="status">
        <MailCheck aria-hidden size={36} className="mb-4 text-brand-text" />
        <h1 className={heading}>{t`Look into your mail`}</h1>
        <p className="mt-3 text-muted">{registration.data.register.message}</p>
      </div>
    );
  return (
    <>
      <h1 className={heading}>{t`Create your account`}</h1>
      <p className="mt-3 text-muted">
        {offer.inviter ? t`${offer.inviter} invites you to ${site}.` : t`You register at ${site}.`}
        {offer.needs_approval && ` ${t`An administrator approves your registration.`}`}
      </p>
      <Places offer={offer} />
      <Form className="mt-8 grid gap-5" onSubmit={submit} onChange={() => setErrors({})}>
        <Field
          label={t`First name`}
          required
          name="first_name"
          maxLength={100}
          autoComplete="given-name"
          error={errors["first_name"]?.[0]}
        />
        <Field
          label={t`Last name`}
          required
          name="last_name"
          maxLength={100}
          autoComplete="family-name"
          error={errors["last_name"]?.[0]}
        />
        <Field
          label={t`Email`}
          required
          name="email"
          type="email"
          maxLength={254}
          autoComplete="email"
          hint={offer.domains.length > 0 ? t`An address of ${formatList(offer.domains, "disjunction")}.` : undefined}
          error={errors["email"]?.[0]}
        />
        {offer.terms && (
          <>
            <details className="rounded-ctl border border-line p-4 text-sm">
              <summary className="cursor-pointer font-medium">{t`Terms of use`}</summary>
              <p className="mt-3 whitespace-pre-line">{offer.terms.text}</p>
            </details>
            <Checkbox
              label={t`I have read the terms of use and accept them.`}
              name="terms"
              required
              error={errors["terms_version"]?.[0]}
            />
          </>
        )}
        {registration.error && !["first_name", "last_name", "email", "terms_version"].some((name) => errors[name]) && (
          <p role="alert" className="text-sm text-danger">
            {getMessage(registration.error)}
          </p>
        )}
        <Button type="submit" size="large" busy={registration.isPending}>
          {t`Register`}
        </Button>
        <p className="text-center text-sm">
          <a href="/login" className={link}>
            {t`I have an account already`}
          </a>
        </p>
      </Form>
    </>
  );

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const data = new FormData(form);
    const read = (name: string) => {
      const value = data.get(name);
      return typeof value === "string" ? value.trim() : "";
    };
    const fields = { first_name: read("first_name"), last_name: read("last_name"), email: read("email") };
    const problems: Record<string, string[]> = {};
    if (!fields.first_name) problems["first_name"] = [t`Enter your first name.`];
    if (!fields.last_name) problems["last_name"] = [t`Enter your last name.`];
    if (!EMAIL.test(fields.email)) problems["email"] = [t`Enter a valid email address.`];
    if (offer.terms && !data.get("terms")) problems["terms_version"] = [t`Please accept the terms of use to continue.`];
    const [first] = Object.keys(problems);
    if (!first) return registration.mutate(fields);
    registration.reset();
    setErrors(problems);
    form.querySelector<HTMLElement>(`[name="${first === "terms_version" ? "terms" : first}"]`)?.focus();
  }
}

/** Says where the account will belong. */
function Places({ offer: { course, groups } }: { offer: Offer }) {
  const { t } = useLingui();
  if (!course && groups.length === 0) return null;
  return (
    <dl className="mt-5 grid gap-3 rounded-ctl border border-line bg-surface p-4 text-sm">
      {course && <Place label={t`Course`} value={course} />}
      {groups.length > 0 && <Place label={t`Groups`} value={formatList(groups)} />}
    </dl>
  );
}

function Place({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-muted">{label}</dt>
      <dd className="font-medium">{value}</dd>
    </div>
  );
}

const heading = "font-display text-[40px] leading-[1.08] font-medium tracking-[-0.015em]";
const link = "font-medium text-brand-text underline-offset-4 hover:underline";
