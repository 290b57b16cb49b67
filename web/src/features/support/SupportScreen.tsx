import { useLingui } from "@lingui/react/macro";
import { Card } from "../../ui/Card.tsx";
import { Empty } from "../../ui/Empty.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";

/** Renders `/support`: says that there is no support page yet. */
export function SupportScreen() {
  const { t } = useLingui();
  return (
    <>
      <PageHeader title={t`Support`} />
      <Card>
        <div role="alert">
          <Empty title={t`Coming Soon!`} />
        </div>
      </Card>
    </>
  );
}
