import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { DeletionDialog } from "../../app/DeletionDialog.tsx";
import { getMessage } from "../../app/errors.ts";
import { execute } from "../../app/graphql.ts";
import { forEditing, Loaded } from "../../app/Loaded.tsx";
import { useIdInPath } from "../../app/useIdInPath.ts";
import { BackLink } from "../../ui/BackLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { RadioGroup } from "../../ui/RadioGroup.tsx";
import { toast } from "../../ui/toast.ts";
import { DeleteIdentityProvider, IdentityProvider, type Provider, StartIdentityTest } from "./identity.documents.ts";
import { KIND_NAMES } from "./providerDraft.ts";
import { ProviderForm } from "./ProviderForm.tsx";
import { TestCard } from "./TestCard.tsx";

/** Renders `/identity/create`. */
export function CreateProviderScreen() {
  const { t } = useLingui();
  const [kind, setKind] = useState("oidc");
  return (
    <>
      <BackLink to="/identity">{t`Back to single sign-on`}</BackLink>
      <PageHeader title={t`Add identity provider`} />
      <RadioGroup
        className="mb-6"
        label={t`Protocol`}
        value={kind}
        onChange={setKind}
        options={[
          { value: "oidc", label: KIND_NAMES["oidc"]!, hint: t`For most providers.` },
          { value: "saml", label: KIND_NAMES["saml"]!, hint: t`For providers that have no OpenID Connect.` },
        ]}
      />
      <ProviderForm kind={kind} provider={null} />
    </>
  );
}

/** Renders `/identity/{id}`: a provider, its test sign-in, and its form. */
export function ProviderScreen() {
  const { t } = useLingui();
  const id = Number(useIdInPath());
  const { test } = useSearch({ from: "/signed-in/shell/back-office/identity/$id" });
  const provider = useQuery({
    queryKey: ["identityProvider", id],
    queryFn: async () => (await execute(IdentityProvider, { id })).identityProvider,
    ...forEditing,
  });
  return (
    <>
      <BackLink to="/identity">{t`Back to single sign-on`}</BackLink>
      <Loaded
        query={provider}
        shape="form"
        missing={t`There is no such identity provider.`}
        failure={t`The identity provider could not be loaded.`}
      >
        {(loaded) => (
          <>
            <PageHeader title={loaded.name} text={KIND_NAMES[loaded.kind] ?? loaded.kind}>
              <ProviderActions provider={loaded} />
            </PageHeader>
            <div className="grid max-w-3xl gap-6">
              {test !== undefined && <TestCard test={test} />}
              <Card title={t`For your provider`}>
                <dl className="grid gap-1 text-sm">
                  <dt className="font-medium">
                    {loaded.kind === "saml" ? t`Assertion consumer service (ACS)` : t`Redirect address`}
                  </dt>
                  <dd className="font-mono text-small break-all">{loaded.callback_url}</dd>
                  {loaded.signed_out_url && (
                    <>
                      <dt className="mt-2 font-medium">{t`Sign-out redirect address`}</dt>
                      <dd className="font-mono text-small break-all">{loaded.signed_out_url}</dd>
                    </>
                  )}
                  {loaded.backchannel_logout_url && (
                    <>
                      <dt className="mt-2 font-medium">{t`Back-channel logout address`}</dt>
                      <dd className="font-mono text-small break-all">{loaded.backchannel_logout_url}</dd>
                    </>
                  )}
                  {loaded.own_metadata_url && (
                    <>
                      <dt className="mt-2 font-medium">{t`Entity ID and metadata`}</dt>
                      <dd className="font-mono text-small break-all">
                        <a
                          href={loaded.own_metadata_url}
                          className="font-medium text-brand-text underline underline-offset-4"
                        >
                          {loaded.own_metadata_url}
                        </a>
                      </dd>
                    </>
                  )}
                </dl>
              </Card>
              <ProviderForm kind={loaded.kind} provider={loaded} />
            </div>
          </>
        )}
      </Loaded>
    </>
  );
}

function ProviderActions({ provider: { id, name, people } }: { provider: Provider }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [isDeleting, setIsDeleting] = useState(false);
  const testing = useMutation({
    mutationFn: async () => location.assign((await execute(StartIdentityTest, { id })).startIdentityTest!),
    onError: (error) => toast({ kind: "error", text: getMessage(error) }),
  });
  return (
    <>
      <Button kind="quiet" busy={testing.isPending} onClick={() => testing.mutate()}>
        {t`Test sign-in`}
      </Button>
      <Button kind="ghost" onClick={() => setIsDeleting(true)}>
        {t`Delete`}
      </Button>
      <DeletionDialog
        item={isDeleting ? { id, name } : null}
        kind="identity_provider"
        remove={() => execute(DeleteIdentityProvider, { id })}
        onClose={() => setIsDeleting(false)}
        onDeleted={() => navigate({ to: "/identity" })}
        question={
          people === 0
            ? t`Nobody signs in with ${name} any more.`
            : plural(people, {
                one: `# person no longer signs in with ${name}. Their account stays; without a password, they need a link to set one.`,
                other: `# people no longer sign in with ${name}. Their accounts stay; those without a password need a link to set one.`,
              })
        }
      />
    </>
  );
}
