import { useLingui } from "@lingui/react/macro";
import { Card } from "../../ui/Card.tsx";

/** Says that API keys do not work here. */
export function ApiClosed() {
  const { t } = useLingui();
  return (
    <Card className="mb-6">
      <p role="status">{t`API access is not enabled for this site, so keys do not work. Ask the operator of the platform.`}</p>
    </Card>
  );
}
