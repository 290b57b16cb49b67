import { useLingui } from "@lingui/react/macro";
import type { useRecordForm } from "../../app/useRecordForm.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { Field } from "../../ui/Field.tsx";
import { TextArea } from "../../ui/TextArea.tsx";
import type { Provider } from "./identity.documents.ts";
import type { ProviderFields } from "./providerDraft.ts";

type Props = {
  form: ReturnType<typeof useRecordForm<ProviderFields, { id: number; name: string }>>;
  /** Null for a new one. */
  provider: Provider | null;
};

/** Renders what OpenID Connect needs. */
export function OidcFields({ form: { register, error }, provider }: Props) {
  const { t } = useLingui();
  return (
    <>
      <Field
        label={t`Issuer`}
        type="url"
        inputMode="url"
        hint={t`The address at which the provider describes itself, such as https://accounts.google.com.`}
        maxLength={500}
        error={error("issuer")}
        {...register("issuer", { required: t`Enter the address of the provider.` })}
      />
      <Field
        label={t`Client ID`}
        maxLength={300}
        spellCheck={false}
        autoComplete="off"
        error={error("client_id")}
        {...register("client_id", { required: t`Enter the client ID.` })}
      />
      <Field
        label={t`Client secret`}
        type="password"
        autoComplete="new-password"
        hint={
          provider?.has_secret
            ? t`A secret is stored encrypted, and is never shown. Leave blank to keep it.`
            : t`It is stored encrypted, and is never shown again.`
        }
        maxLength={1000}
        error={error("client_secret")}
        {...register("client_secret")}
      />
      <Field
        label={t`Scopes`}
        hint={t`What the product asks the provider for.`}
        maxLength={300}
        spellCheck={false}
        error={error("scopes")}
        {...register("scopes")}
      />
      <Checkbox
        label={t`Sign out at the provider as well`}
        hint={t`Who signs out here is led to the provider to sign out there too. Register the sign-out address there first.`}
        {...register("single_logout")}
      />
    </>
  );
}

/** Renders what SAML needs. */
export function SamlFields({ form: { register, error }, provider }: Props) {
  const { t } = useLingui();
  return (
    <>
      {provider && (
        <dl className="grid gap-1 text-sm">
          <dt className="font-medium">{t`Entity ID of the provider`}</dt>
          <dd className="font-mono text-small break-all">{provider.issuer}</dd>
          <dt className="mt-2 font-medium">{t`Fingerprints of its certificates`}</dt>
          {provider.certificates.map((fingerprint) => (
            <dd key={fingerprint} className="font-mono text-small break-all">
              {fingerprint}
            </dd>
          ))}
        </dl>
      )}
      <Field
        label={t`Address of the metadata`}
        type="url"
        inputMode="url"
        hint={t`The metadata of the provider are read from there now and once a day, so that new keys are known in time.`}
        maxLength={1000}
        error={error("metadata_url")}
        {...register("metadata_url")}
      />
      <TextArea
        label={t`Metadata`}
        hint={
          provider
            ? t`Paste the XML of your provider to replace what is stored.`
            : t`Or paste the XML that your provider offers for download.`
        }
        rows={5}
        spellCheck={false}
        error={error("metadata")}
        {...register("metadata")}
      />
      <Checkbox
        label={t`Assertions have to be encrypted`}
        hint={t`Your provider finds the key in the metadata of the product.`}
        {...register("requires_encryption")}
      />
      <Checkbox
        label={t`People may begin at the provider`}
        hint={t`For a tile on the start page of the provider. A link of a stranger could then sign people in to another account.`}
        {...register("allows_idp_initiated")}
      />
      <Checkbox
        label={t`Sign out at the provider as well`}
        hint={
          provider && !provider.slo_url
            ? t`The metadata of your provider name no address for it.`
            : t`Who signs out here is led to the provider to sign out there too.`
        }
        disabled={provider !== null && !provider.slo_url}
        {...register("single_logout")}
      />
    </>
  );
}
