import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { execute } from "../../app/graphql.ts";
import { Loaded } from "../../app/Loaded.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { Empty } from "../../ui/Empty.tsx";
import { formatDateTime } from "../../ui/format.ts";
import { NameLink } from "../../ui/NameLink.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { StatusDot } from "../../ui/StatusDot.tsx";
import { IdentityProviders, type ProviderRow } from "./identity.documents.ts";
import { PolicyCard } from "./PolicyCard.tsx";
import { KIND_NAMES } from "./providerDraft.ts";

/** Renders `/identity`: the providers by which people sign in, and whether they may use a password. */
export function IdentityScreen() {
  const { t } = useLingui();
  const providers = useQuery({
    queryKey: ["identityProviders"],
    queryFn: async () => (await execute(IdentityProviders)).identityProviders,
  });
  const add = (
    <ButtonLink to="/identity/create">
      <Plus size={17} aria-hidden />
      {t`Add provider`}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title={t`Single sign-on`}
        text={t`People sign in with the account of their organisation, without another password.`}
      >
        {add}
      </PageHeader>
      <Loaded query={providers} shape="form" failure={t`The identity providers could not be loaded.`}>
        {(rows) => (
          <div className="grid max-w-3xl gap-6">
            {rows.length === 0 ? (
              <Empty title={t`No identity providers yet`}>
                {t`Connect Microsoft Entra ID, Okta, Google Workspace, Keycloak or another provider.`}
              </Empty>
            ) : (
              <ul className="grid gap-4" aria-label={t`Identity providers`}>
                {rows.map((row) => (
                  <ProviderItem key={row.id} row={row} />
                ))}
              </ul>
            )}
            <PolicyCard hasProviders={rows.some(({ is_active }) => is_active)} />
          </div>
        )}
      </Loaded>
    </>
  );
}

function ProviderItem({ row }: { row: ProviderRow }) {
  const { t } = useLingui();
  const { id, kind, name, branch_name, is_active, people, last_used_at } = row;
  return (
    <li className="grid gap-2 rounded-card border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 className="min-w-0 font-semibold">
          <NameLink to="/identity/$id" params={{ id }}>
            {name}
          </NameLink>
        </h2>
        <StatusDot tone={is_active ? "ok" : "rest"} label={is_active ? t`On` : t`Off`} />
      </div>
      <p className="text-sm text-muted">
        {KIND_NAMES[kind] ?? kind} · {branch_name ?? t`All sites`} ·{" "}
        <Plural value={people} one="# person" other="# people" />
        {last_used_at && (
          <>
            {" · "}
            <Trans>last sign-in {formatDateTime(last_used_at)}</Trans>
          </>
        )}
      </p>
      <AuthorNote row={row} />
    </li>
  );
}

/** Says so when the person with whose rights a provider works may not sign in any more. */
function AuthorNote({ row: { is_author_active, author_name } }: { row: ProviderRow }) {
  const { t } = useLingui();
  if (is_author_active) return null;
  return (
    <p role="status" className="text-sm text-danger">
      {author_name
        ? t`${author_name}, who saved it last, is not active any more. Nobody new can sign in until an admin saves it again.`
        : t`The person who saved it last does not exist any more. Nobody new can sign in until an admin saves it again.`}
    </p>
  );
}
