import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { BackLink } from "../../ui/BackLink.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { CreateTokenDialog } from "./CreateTokenDialog.tsx";
import { ProvisioningLogTable } from "./ProvisioningLogTable.tsx";
import { TokensTable } from "./TokensTable.tsx";

/** Renders `/api-keys/provisioning`: how an identity provider keeps the users and groups of this site (SCIM). */
export function ProvisioningScreen() {
  const { t } = useLingui();
  const [isCreating, setCreating] = useState(false);
  return (
    <>
      <BackLink to="/api-keys">{t`Back to API keys`}</BackLink>
      <PageHeader title={t`Provisioning (SCIM)`}>
        <Button onClick={() => setCreating(true)}>{t`+ Create Token`}</Button>
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Card title={t`Address for the identity provider`}>
          <p className="mb-3 max-w-[70ch] text-ink-soft">
            {t`Your identity provider creates, changes and deactivates users and groups here by SCIM 2.0. Enter this address and a token there.`}
          </p>
          <code className="block rounded-ctl bg-sunken p-3.5 text-sm break-all select-all">
            {`${window.location.origin}/scim/v2`}
          </code>
        </Card>
        <TokensTable />
        <ProvisioningLogTable />
      </div>
      <CreateTokenDialog open={isCreating} onClose={() => setCreating(false)} />
    </>
  );
}
