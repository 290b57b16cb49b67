import { useLingui } from "@lingui/react/macro";
import type { UserReportQuery } from "../../../gen/graphql.ts";
import { ProgressCharts } from "../../../app/progress/ProgressCharts.tsx";
import { Definition } from "../Definition.tsx";

/** Renders the Overview tab; a skeleton while the figures load. */
export function UserOverview({ progress }: { progress: UserReportQuery["userProgress"] | undefined }) {
  const { t } = useLingui();
  const hints = {
    progress: <Definition of="progress" name={t`Course Progress`} />,
    status: <Definition of="status" name={t`Course Status`} />,
  };
  return <ProgressCharts progress={progress} hints={hints} />;
}
