import { useLingui } from "@lingui/react/macro";
import type { LeaderboardQuery } from "../../../gen/graphql.ts";
import { formatNumber } from "../../../ui/format.ts";

/** Renders the places of a leaderboard; the learner's own row is bold and says so. */
export function LeaderboardTable({ rows }: { rows: NonNullable<LeaderboardQuery["leaderboard"]>["rows"] }) {
  const { t } = useLingui();
  if (rows.length === 0)
    return <p className="mt-4 text-sm text-muted">{t`Nobody has earned points in this period yet.`}</p>;
  return (
    <table className="mt-3 w-full text-sm">
      <caption className="sr-only">{t`Leaderboard`}</caption>
      <thead>
        <tr className="border-b border-line text-start text-muted">
          <th scope="col" className="w-14 py-2 text-start font-medium">{t`Place`}</th>
          <th scope="col" className="py-2 text-start font-medium">{t`Name`}</th>
          <th scope="col" className="py-2 text-end font-medium">{t`Points`}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at} className={row.is_me ? "border-b border-line font-semibold" : "border-b border-line"}>
            <td className="py-2 tabular-nums">{row.rank}</td>
            <td className="py-2 wrap-anywhere">{row.is_me ? t`${row.user_name} (you)` : row.user_name}</td>
            <td className="py-2 text-end tabular-nums">{formatNumber(row.points)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
