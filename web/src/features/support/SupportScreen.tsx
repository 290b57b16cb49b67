import { useLingui } from "@lingui/react/macro";
import { findSupport } from "../../app/boot.ts";
import { PrivacyContact } from "../../app/PrivacyContact.tsx";
import { SupportDetails } from "../../app/SupportDetails.tsx";
import { Card } from "../../ui/Card.tsx";
import { Empty } from "../../ui/Empty.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";

/** Renders `/support`: whom users ask for help; says 'Coming Soon!' where the organisation has set nothing. */
export function SupportScreen() {
  const { t } = useLingui();
  const support = findSupport();
  if (support)
    return (
      <>
        <PageHeader title={t`Support`} />
        <Card className="max-w-2xl">
          <SupportDetails support={support} />
        </Card>
        <div className="mt-6">
          <PrivacyContact />
        </div>
      </>
    );
  return (
    <>
      <PageHeader title={t`Support`} />
      <Card>
        <div role="alert">
          <Empty title={t`Coming Soon!`} />
        </div>
      </Card>
      <div className="mt-6">
        <PrivacyContact />
      </div>
    </>
  );
}
