import { useLingui } from "@lingui/react/macro";
import { nameUnitType } from "../../../app/unitTypeNames.ts";
import { Card } from "../../../ui/Card.tsx";
import { StatusDot } from "../../../ui/StatusDot.tsx";
import { RichText } from "../../../ui/text/RichText.tsx";
import { CompletionNote } from "./CompletionNote.tsx";
import type { Overview } from "./overviewQuery.ts";

/** Shows the description, the completion rule and the units of the course. */
export function Outline({ course }: { course: Overview }) {
  const { t } = useLingui();
  return (
    <Card title={t`Outline`}>
      <RichText content={course.description} optional />
      <CompletionNote course={course} />
      {course.units.length > 0 && <Units units={course.units} />}
    </Card>
  );
}

function Units({ units }: { units: Overview["units"] }) {
  const { t } = useLingui();
  const formatTitle = ({ title, type }: Overview["units"][number]) =>
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
              <td className="py-3 pr-4 wrap-anywhere">{formatTitle(unit)}</td>
              <td className="py-3 pr-4 text-muted">{nameUnitType(unit.type)}</td>
              <td className="py-3 whitespace-nowrap">
                <StatusDot
                  tone={unit.is_complete ? "ok" : "rest"}
                  label={unit.is_complete ? t`Completed` : t`Incomplete`}
                />
                <TimeLeft unit={unit} />
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

/** Shows the time left on a unit that the learner has opened. */
function TimeLeft({ unit }: { unit: Overview["units"][number] }) {
  const { t } = useLingui();
  const left = unit.is_complete || unit.time_spent === 0 ? 0 : (unit.time_limit ?? 0) - unit.time_spent;
  return left > 0 ? <span className="block text-small text-muted">{t`${left} s more`}</span> : null;
}
