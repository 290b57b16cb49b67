import { useLingui } from "@lingui/react/macro";
import type { DashboardDataQuery } from "../../gen/graphql.ts";
import { ButtonLink } from "../../ui/ButtonLink.tsx";
import { Card } from "../../ui/Card.tsx";
import { formatNumber } from "../../ui/format.ts";
import { Fact, FactSkeleton } from "./Fact.tsx";
import { Faq } from "./Faq.tsx";

type Figures = NonNullable<DashboardDataQuery["dashboardData"]["teaching"]>;

/** Renders the column 'Your teaching' of instructors: what waits for them, and frequent questions. */
export function Teaching({ figures }: { figures: Figures | undefined }) {
  const { t } = useLingui();
  return (
    <div className="grid min-w-0 gap-5">
      <Card title={t`Your teaching`}>
        <dl className="grid grid-cols-2 gap-x-4 gap-y-6">
          {figures ? (
            <>
              <Fact label={t`Waiting for review`} value={formatNumber(figures.submissionsWaiting)} />
              <Fact label={t`Learners in progress`} value={formatNumber(figures.learnersInProgress)} />
              <Fact
                label={t`Inactive learners`}
                note={t`In progress, without learning for 14 days`}
                value={formatNumber(figures.learnersInactive)}
              />
            </>
          ) : (
            [1, 2, 3].map((i) => <FactSkeleton key={i} />)
          )}
        </dl>
        {figures && figures.submissionsWaiting > 0 && (
          <ButtonLink to="/submissions" className="mt-6 w-full">{t`Review submissions`}</ButtonLink>
        )}
      </Card>
      <Faq />
    </div>
  );
}
