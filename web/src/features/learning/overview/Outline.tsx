import { useLingui } from "@lingui/react/macro";
import { Card } from "../../../ui/Card.tsx";
import { StatusDot } from "../../../ui/StatusDot.tsx";
import { RichText } from "../../../ui/text/RichText.tsx";
import type { Overview } from "./overviewQuery.ts";

/** What the course is about, what finishes it, and its units. */
export function Outline({ course }: { course: Overview }) {
  const { t } = useLingui();
  return (
    <Card title={t`Outline`}>
      <RichText content={course.description} optional />
      <p className="mt-4 text-muted">
        {course.completion_rules === "percentage"
          ? t`To finish this course, complete at least ${course.completion_percentage}% of its units.`
          : t`To finish this course, complete all of its units.`}
      </p>
      {course.units.length > 0 && <Units units={course.units} />}
    </Card>
  );
}

function Units({ units }: { units: Overview["units"] }) {
  const { t } = useLingui();
  const titleOf = ({ title, type }: Overview["units"][number]) =>
    title?.trim() || (type === "Test" ? t`Test Unit` : t`Untitled Unit`);
  return (
    <table className="mt-6 w-full text-sm">
      <caption className="sr-only">{t`Units`}</caption>
      <thead className="border-b border-line text-left text-small text-muted">
        <tr>
          <th scope="col" className="py-2 pr-4 font-medium">{t`Unit`}</th>
          <th scope="col" className="py-2 pr-4 font-medium">{t`Type`}</th>
          <th scope="col" className="py-2 font-medium">{t`Status`}</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {units
          .toSorted((a, b) => a.unit_order - b.unit_order)
          .map((unit) => (
            <tr key={unit.id}>
              <td className="py-3 pr-4 break-words">{titleOf(unit)}</td>
              <td className="py-3 pr-4 text-muted">{unit.type}</td>
              <td className="py-3 whitespace-nowrap">
                <StatusDot
                  tone={unit.is_complete ? "ok" : "rest"}
                  label={unit.is_complete ? t`Completed` : t`Incomplete`}
                />
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}
