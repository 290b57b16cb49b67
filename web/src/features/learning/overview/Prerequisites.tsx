import { useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Card } from "../../../ui/Card.tsx";
import { StatusDot } from "../../../ui/StatusDot.tsx";
import type { Overview } from "./overviewQuery.ts";

/** Lists the courses to complete first; renders nothing when there are none. */
export function Prerequisites({ courses }: { courses: Overview["prerequisites"] }) {
  const { t } = useLingui();
  if (courses.length === 0) return null;
  return (
    <Card title={t`Prerequisites`}>
      <table className="w-full text-sm">
        <thead className="sr-only">
          <tr>
            <th scope="col">{t`Course`}</th>
            <th scope="col">{t`Status`}</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {courses.map(({ id, title, is_complete }) => (
            <tr key={id}>
              <td className="py-3 pr-4 wrap-anywhere">
                <Link
                  to="/learner/catalog/course/$id"
                  params={{ id }}
                  className="font-medium text-brand-text underline underline-offset-4"
                >
                  {title}
                </Link>
              </td>
              <td className="py-3 text-right whitespace-nowrap">
                <StatusDot tone={is_complete ? "ok" : "rest"} label={is_complete ? t`Completed` : t`Not Completed`} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
