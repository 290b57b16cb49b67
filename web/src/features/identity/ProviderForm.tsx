import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ApiError } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { useRecordForm } from "../../app/useRecordForm.ts";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { Card } from "../../ui/Card.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { ConfirmLeaving } from "../../ui/ConfirmLeaving.tsx";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Form.tsx";
import { Problems } from "../../ui/Problems.tsx";
import { Select } from "../../ui/Select.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import {
  CreateIdentityProvider,
  IdentityChoices,
  type Provider,
  UpdateIdentityProvider,
} from "./identity.documents.ts";
import { MappingCard } from "./MappingCard.tsx";
import { OidcFields, SamlFields } from "./ProtocolFields.tsx";
import { hasHalfRule, type ProviderFields, resetOtherProtocol, toFields, toInput } from "./providerDraft.ts";

/** Edits an identity provider. @param provider null for a new one */
export function ProviderForm({ kind, provider }: { kind: string; provider: Provider | null }) {
  const { t } = useLingui();
  const Protocol = kind === "saml" ? SamlFields : OidcFields;
  const halfRule = t`Complete or remove the rows of the rules that are half filled.`;
  const choices = useQuery({ queryKey: ["identityChoices"], queryFn: () => execute(IdentityChoices) });
  const form = useRecordForm<ProviderFields, { id: number; name: string }>({
    values: toFields(provider),
    save: async (fields) => {
      if (hasHalfRule(fields.mapping)) throw new ApiError(halfRule, { code: "VALIDATION" });
      const input = toInput(provider ? fields : resetOtherProtocol(kind, fields));
      if (!provider) return (await execute(CreateIdentityProvider, { kind, input })).createIdentityProvider;
      return (await execute(UpdateIdentityProvider, { id: provider.id, input })).updateIdentityProvider;
    },
    action: provider ? "update" : "create",
    next: ({ id }) => ({ to: "/identity/$id", params: { id } }),
    failure: t`The identity provider could not be saved.`,
  });
  const { register, error } = form;
  const branches = choices.data?.branches ?? [];
  return (
    <Form onSubmit={form.submit} className="grid max-w-3xl gap-6">
      <Problems messages={form.problems} />
      <ConfirmLeaving isUnsaved={form.isUnsaved} />
      <Card title={t`Provider`}>
        <div className="grid gap-5">
          <Field
            label={t`Name on the button`}
            hint={t`The login page says 'Continue with' before it.`}
            maxLength={60}
            error={error("name")}
            {...register("name", { required: t`Enter a name for the button.` })}
          />
          <Protocol form={form} provider={provider} />
          <Select
            label={t`Site`}
            hint={t`The login page that shows the button.`}
            error={error("branch_id")}
            options={[
              { value: "", label: t`All sites` },
              ...branches.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            {...register("branch_id")}
          />
          <TextArea
            label={t`Email domains`}
            hint={t`One per line, such as northgate.org. The login page leads people with such an email to this provider.`}
            rows={3}
            spellCheck={false}
            autoCapitalize="none"
            error={error("email_domains")}
            {...register("email_domains")}
          />
          <Checkbox
            label={t`Show a button on the login page`}
            hint={t`Without it, only the email domains lead to this provider.`}
            {...register("has_button")}
          />
          <Checkbox
            label={t`Switched on`}
            hint={t`Try it with a test sign-in first. It also works while this is off.`}
            {...register("is_active")}
          />
        </div>
      </Card>
      <Card title={t`Accounts`}>
        <div className="grid gap-5">
          <p className="text-sm text-muted">
            {t`An existing user is linked at the first sign-in when the email is verified. The provider works with your rights: it links no user above your role, and gives no role that you may not give.`}
          </p>
          <Checkbox
            label={t`Create an account at the first sign-in`}
            hint={t`Otherwise only existing users sign in.`}
            {...register("creates_accounts")}
          />
          {kind === "saml" && (
            <Checkbox
              label={t`The provider's emails are verified`}
              hint={t`Only when people cannot choose their email there: a person with the email of a user becomes that user.`}
              {...register("trusts_emails")}
            />
          )}
          <Checkbox
            label={t`Keep users as the provider describes them`}
            hint={t`Names, role, groups and fields follow the provider at each sign-in.`}
            {...register("updates_people")}
          />
        </div>
      </Card>
      <MappingCard
        mapping={form.watch("mapping")}
        hasVerifiedClaim={kind === "oidc"}
        onChange={(mapping) => form.setValue("mapping", mapping, { shouldDirty: true })}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <ButtonLink kind="quiet" to="/identity" ignoreBlocker>
          {t`Cancel`}
        </ButtonLink>
        <Button type="submit" busy={form.saving}>
          {form.saving ? t`Saving...` : t`Save`}
        </Button>
      </div>
    </Form>
  );
}
