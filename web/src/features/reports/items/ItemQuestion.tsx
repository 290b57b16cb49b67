import { useLingui } from "@lingui/react/macro";
import { nameAnswer } from "../../../app/termNames.ts";
import type { ItemAnalysisQuery } from "../../../gen/graphql.ts";
import { formatPercent } from "../../../ui/format.ts";
import { Tag } from "../../../ui/Tag.tsx";
import { MathText } from "../../../ui/text/MathText.tsx";
import { ItemMarks } from "./ItemMarks.tsx";

type Item = ItemAnalysisQuery["itemAnalysis"]["items"][number];

/**
 * Shows a question, whether it is what the question asked before it was changed, why it is weak, and its options, which
 * have no room beside the figures.
 */
export function ItemQuestion({ item }: { item: Item }) {
  const { t } = useLingui();
  return (
    <div className="grid w-full max-w-prose gap-1.5 lg:min-w-64">
      <p>
        <MathText text={item.question} /> {!item.is_current && <Tag>{t`Earlier version`}</Tag>}
      </p>
      <ItemMarks item={item} />
      <ItemOptions item={item} />
    </div>
  );
}

/** Shows how often each option was chosen: in all attempts, by the upper and by the lower group. */
function ItemOptions({ item }: { item: Item }) {
  const { t } = useLingui();
  if (item.options.length === 0) return null;
  return (
    <table className="w-full text-small font-normal">
      <thead>
        <tr className="whitespace-nowrap text-muted">
          <th className="pr-3 text-left font-normal">{t`Option`}</th>
          <th className="pr-3 text-right font-normal">{t`Chosen`}</th>
          <th className="pr-3 text-right font-normal">{t`Upper`}</th>
          <th className="text-right font-normal">{t`Lower`}</th>
        </tr>
      </thead>
      <tbody>
        {item.options.map((option) => (
          <tr key={option.text}>
            <td className="pr-3 wrap-anywhere">
              <MathText text={nameAnswer(item.type, option.text)} />{" "}
              {option.is_right && <Tag tone="brand">{t`Right`}</Tag>}{" "}
              {option.weight != null && (
                <span className="text-muted tabular-nums">{formatPercent(option.weight, 2)}</span>
              )}
            </td>
            <td className="pr-3 text-right tabular-nums">{option.chosen}</td>
            <td className="pr-3 text-right tabular-nums">{option.upper}</td>
            <td className="text-right tabular-nums">{option.lower}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
