import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { findSupport } from "../../app/boot.ts";
import { EMAIL } from "../../app/emails.ts";
import { Organisation } from "../../app/Organisation.tsx";
import { getToken } from "../../app/scope.ts";
import { SupportDetails } from "../../app/SupportDetails.tsx";
import { execute } from "../../app/graphql.ts";
import { useSaveForm } from "../../app/saveForm.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { Problems } from "../../ui/Problems.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import { SendContactMessage } from "./contact.documents.ts";

/** Renders `/contact`: a message to the operators, for everyone. */
export function ContactScreen() {
  const { t } = useLingui();
  const support = findSupport();
  return (
    <div className="mx-auto min-h-dvh max-w-6xl px-6 py-7 sm:px-10">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <Organisation />
        {/* Leads signed-in users to their home. */}
        <a href="/login" className="text-sm font-medium text-brand-text underline-offset-4 hover:underline">
          {getToken() ? t`Go to the start page` : t`Log in`}
        </a>
      </header>
      <main className="grid gap-10 py-12 lg:grid-cols-[5fr_6fr]">
        <div>
          <h1 className="font-display text-[40px] leading-[1.08] font-medium tracking-[-0.015em] text-balance">
            {t`Contact our sales team`}
          </h1>
          <p className="mt-3 mb-8 text-muted">{t`Tell us how many people you train and what they need to learn.`}</p>
          {support && <SupportDetails support={support} />}
        </div>
        <ContactForm />
      </main>
    </div>
  );
}

function ContactForm() {
  const { t } = useLingui();
  const [isSent, setSent] = useState(false);
  const form = useSaveForm({
    values: { firstname: "", lastname: "", email: "", country: "", message: "" },
    save: (fields) => execute(SendContactMessage, fields),
    onSaved: () => {
      setSent(true);
      form.reset();
    },
  });
  const { register, error } = form;
  return (
    <Card>
      <Form onSubmit={form.submit} onChange={() => setSent(false)} noValidate className="grid gap-5">
        {isSent && (
          <p role="status" className="rounded-ctl border border-line px-4 py-3 text-sm text-ok-text">
            {t`Your message has been sent successfully!`}
          </p>
        )}
        <Problems messages={form.problems} />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label={t`First Name`}
            autoComplete="given-name"
            maxLength={100}
            error={error("firstname")}
            {...register("firstname", { required: t`Enter your first name.` })}
          />
          <Field
            label={t`Last Name`}
            autoComplete="family-name"
            maxLength={100}
            error={error("lastname")}
            {...register("lastname", { required: t`Enter your last name.` })}
          />
        </div>
        <Field
          label={t`Email`}
          type="email"
          autoComplete="email"
          maxLength={254}
          error={error("email")}
          {...register("email", {
            required: t`Enter a valid email address.`,
            validate: (value) => EMAIL.test(value.trim()) || t`Enter a valid email address.`,
          })}
        />
        <Select
          label={t`Country`}
          autoComplete="country"
          error={error("country")}
          options={[
            { value: "", label: t`Choose your country` },
            { value: "AF", label: t`Afghanistan` },
            { value: "AL", label: t`Albania` },
            { value: "DZ", label: t`Algeria` },
            { value: "US", label: t`United States` },
            { value: "GB", label: t`United Kingdom` },
          ]}
          {...register("country", { required: t`Choose your country.` })}
        />
        <TextArea
          label={t`Your Question`}
          rows={6}
          maxLength={5000}
          error={error("message")}
          {...register("message", { required: t`Enter your question.` })}
        />
        <Button type="submit" size="large" busy={form.saving}>
          {t`Contact Sales`}
        </Button>
      </Form>
    </Card>
  );
}
