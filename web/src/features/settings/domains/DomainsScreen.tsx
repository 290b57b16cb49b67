import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { boot } from "../../../app/boot.ts";
import { execute } from "../../../app/graphql.ts";
import { Loaded } from "../../../app/Loaded.tsx";
import { Empty } from "../../../ui/Empty.tsx";
import { SettingsFrame } from "../SettingsFrame.tsx";
import { AddDomainForm } from "./AddDomainForm.tsx";
import { DomainCard } from "./DomainCard.tsx";
import { CustomDomains } from "./domains.documents.ts";

/** How often the list is read again while a check runs, in milliseconds. */
const WHILE_CHECKING = 2_000;

/** Renders `/settings/domains`; on a server of one instance, it says why there are none. */
export function DomainsScreen() {
  const { t } = useLingui();
  if (!boot().isOnlyInstance) return <DomainsSettings />;
  return (
    <SettingsFrame>
      <Empty title={t`No domains needed`}>
        {t`This installation serves one organisation, at every name that leads to it. The operator of the server chooses these names.`}
      </Empty>
    </SettingsFrame>
  );
}

/** Shows the host names of the organisation's own, how to prove them, and what is wrong with them. */
function DomainsSettings() {
  const { t } = useLingui();
  const domains = useQuery({
    queryKey: ["customDomains"],
    queryFn: () => execute(CustomDomains),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.customDomains.some(({ is_checking }) => is_checking) ? WHILE_CHECKING : false,
  });
  return (
    <SettingsFrame>
      <Loaded query={domains} shape="form" failure={t`The domains could not be loaded.`}>
        {({ customDomains, branches }) => (
          <div className="grid max-w-3xl gap-6">
            <AddDomainForm branches={branches} />
            {customDomains.length === 0 ? (
              <Empty title={t`No domains yet`}>
                {t`Add a domain of your organisation, such as learn.example.org, and people open the product there.`}
              </Empty>
            ) : (
              <ul className="grid gap-4" aria-label={t`Domains`}>
                {customDomains.map((domain) => (
                  <DomainCard key={domain.id} domain={domain} />
                ))}
              </ul>
            )}
          </div>
        )}
      </Loaded>
    </SettingsFrame>
  );
}
