import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { execute } from "../../app/graphql.ts";
import { Loaded } from "../../app/Loaded.tsx";
import { Button } from "../../ui/Button.tsx";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { Card } from "../../ui/Card.tsx";
import { formatList } from "../../ui/format.ts";
import { Tag } from "../../ui/Tag.tsx";
import { RegistrationSiteDialog } from "./RegistrationSiteDialog.tsx";
import { type RegistrationSite, RegistrationSites as Sites } from "./registrationSites.documents.ts";

/** Renders where people register without an invitation: the main site and each branch. */
export function RegistrationSites() {
  const { t } = useLingui();
  const [edited, setEdited] = useState<RegistrationSite | null>(null);
  const sites = useQuery({ queryKey: ["registrationSites"], queryFn: () => execute(Sites), staleTime: 0 });
  return (
    <Card
      className="mt-6 max-w-2xl"
      title={t`Registration`}
      action={
        <ButtonLink to="/invitations" kind="quiet" size="small">
          {t`Invitations`}
        </ButtonLink>
      }
    >
      <p className="mb-5 text-sm text-muted">
        {t`Where it is open, the login page offers an account to everybody, who confirms their address first. Where it is closed, people need an invitation.`}
      </p>
      <Loaded query={sites} shape="form" failure={t`The sites could not be loaded.`}>
        {({ registrationSites, groups }) => (
          <>
            <ul className="divide-y divide-line rounded-card border border-line">
              {registrationSites.map((site) => (
                <li key={site.branch_id ?? 0} className="flex flex-wrap items-center justify-between gap-3 p-4">
                  <div className="min-w-0">
                    <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
                      {site.name}
                      {site.is_open ? <Tag tone="accent">{t`Open`}</Tag> : <Tag>{t`Closed`}</Tag>}
                    </p>
                    {site.is_open && (
                      <p className="text-sm text-muted">
                        {site.domains.length > 0 ? formatList(site.domains) : t`All email addresses`}
                        {" · "}
                        {site.needs_approval ? t`with approval` : t`without approval`}
                      </p>
                    )}
                  </div>
                  <Button
                    kind="quiet"
                    size="small"
                    aria-label={t`Change registration at ${site.name}`}
                    onClick={() => setEdited(site)}
                  >
                    {t`Change`}
                  </Button>
                </li>
              ))}
            </ul>
            {edited && <RegistrationSiteDialog site={edited} groups={groups} onClose={() => setEdited(null)} />}
          </>
        )}
      </Loaded>
    </Card>
  );
}
