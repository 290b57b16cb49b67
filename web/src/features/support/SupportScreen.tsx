import { useLingui } from "@lingui/react/macro";
import { Card } from "../../ui/Card.tsx";
import { Empty } from "../../ui/Empty.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";

/** `/support`: there is none yet, and it says so. */
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
