import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { getMessage } from "../../../app/errors.ts";
import { execute } from "../../../app/graphql.ts";
import type { LeaderboardQuery } from "../../../gen/graphql.ts";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { formatNumber } from "../../../ui/format.ts";
import { Select } from "../../../ui/Select.tsx";
import { toast } from "../../../ui/toast.ts";
import { LeaderboardTable } from "./LeaderboardTable.tsx";
import { HideFromLeaderboard, Leaderboard } from "./points.documents.ts";

const PAGE = 10;
const LARGEST = 500;

/** Shows the learner's points and the leaderboard of the site; nothing where the instance gives no points. */
export function Points() {
  const { t } = useLingui();
  const [period, setPeriod] = useState("month");
  const [limit, setLimit] = useState(PAGE);
  const { data, error, refetch } = useQuery({
    queryKey: ["leaderboard", period, limit],
    queryFn: async () => (await execute(Leaderboard, { period, limit })).leaderboard,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  if (error && !data)
    return (
      <ErrorState
        title={t`The points could not be loaded.`}
        detail={getMessage(error)}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return null;
  return (
    <Card title={t`Points`} className="mt-8">
      <div className="grid gap-6 lg:grid-cols-2">
        <OwnPoints {...data} />
        <div>
          <Select
            compact
            label={t`Period`}
            value={period}
            onChange={({ target }) => setPeriod(target.value)}
            options={[
              { value: "month", label: t`This month` },
              { value: "all", label: t`All time` },
            ]}
          />
          <LeaderboardTable rows={data.rows} />
          {data.total > data.rows.length && limit < LARGEST && (
            <Button kind="quiet" className="mt-3" onClick={() => setLimit(Math.min(limit * 5, LARGEST))}>
              {t`Show more`}
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}

/** Shows how many points the learner has and for what, and whether they are listed. */
function OwnPoints({ mine, rules }: NonNullable<LeaderboardQuery["leaderboard"]>) {
  const { t } = useLingui();
  const client = useQueryClient();
  const hiding = useMutation({
    mutationFn: (hide: boolean) => execute(HideFromLeaderboard, { hide }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["leaderboard"] }),
    onError: (error) => toast({ kind: "error", text: getMessage(error) }),
  });
  const { courses, paths, badges } = mine;
  const parts = [
    t`${plural(courses, { one: "# completed course", other: "# completed courses" })}`,
    t`${plural(paths, { one: "# completed learning path", other: "# completed learning paths" })}`,
    t`${plural(badges, { one: "# badge", other: "# badges" })}`,
  ];
  return (
    <div>
      <p className="font-display text-hero leading-none">{formatNumber(mine.points)}</p>
      <p className="mt-2 text-sm text-muted">{parts.join(" · ")}</p>
      {mine.rank !== null && <p className="mt-2">{t`Your place: ${mine.rank}`}</p>}
      <p className="mt-4 max-w-prose text-sm text-muted">
        {t`A completed course earns ${rules.for_course} points, a completed learning path ${rules.for_path}, and a badge ${rules.for_badge}.`}
      </p>
      <p className="mt-4 max-w-prose text-sm">
        {mine.is_hidden
          ? t`You are not on the leaderboard. Only you see your points.`
          : t`Others on this site see your name and points on the leaderboard.`}
      </p>
      <Button
        kind="quiet"
        size="small"
        className="mt-2"
        disabled={hiding.isPending}
        onClick={() => hiding.mutate(!mine.is_hidden)}
      >
        {mine.is_hidden ? t`Show me on the leaderboard` : t`Hide me from the leaderboard`}
      </Button>
    </div>
  );
}
