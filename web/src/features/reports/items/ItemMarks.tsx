import { useLingui } from "@lingui/react/macro";
import { nameAnswer } from "../../../app/termNames.ts";
import type { ItemAnalysisQuery } from "../../../gen/graphql.ts";
import { Tag } from "../../../ui/Tag.tsx";
import { MathText } from "../../../ui/text/MathText.tsx";

type Item = ItemAnalysisQuery["itemAnalysis"]["items"][number];

/** Lists why a question is weak. */
export function ItemMarks({ item }: { item: Item }) {
  const nameMark = useMarkNames();
  if (item.marks.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-1">
      {item.marks.map(({ kind, option }) => (
        <li key={`${kind} ${option}`}>
          <Tag tone="accent">
            <MathText text={nameMark(kind, option === null ? "" : nameAnswer(item.type, option))} />
          </Tag>
        </li>
      ))}
    </ul>
  );
}

function useMarkNames() {
  const { t } = useLingui();
  return (kind: string, option: string): string => {
    switch (kind) {
      case "too_hard":
        return t`Too hard`;
      case "too_easy":
        return t`Too easy`;
      case "negative":
        return t`Negative discrimination`;
      case "no_discrimination":
        return t`Does not discriminate`;
      case "unused_option":
        return t`Nobody chooses ‘${option}’`;
      case "preferred_option":
        return t`The upper group prefers ‘${option}’`;
      default:
        return kind;
    }
  };
}
