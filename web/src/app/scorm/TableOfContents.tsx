import { useLingui } from "@lingui/react/macro";
import { Check } from "lucide-react";
import { classes } from "../../ui/classes.ts";
import type { TocItem } from "../../scorm/messages.ts";

type Props = { items: TocItem[]; current: string | null; onChoose: (identifier: string) => void; depth?: number };

/** Shows the parts of a package as a tree. Unavailable parts stay visible and say so. */
export function TableOfContents({ items, current, onChoose, depth = 0 }: Props) {
  return (
    <ul className={classes("grid gap-0.5", depth > 0 && "ml-3 border-l border-line pl-2")}>
      {items.map((item) => (
        <li key={item.identifier}>
          {item.title && <Line item={item} isCurrent={item.identifier === current} onChoose={onChoose} />}
          {item.children.length > 0 && (
            <TableOfContents items={item.children} current={current} onChoose={onChoose} depth={depth + 1} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Line({ item, isCurrent, onChoose }: { item: TocItem; isCurrent: boolean; onChoose: Props["onChoose"] }) {
  const { t } = useLingui();
  const { identifier, title, isEnabled, isDone, isUsedUp } = item;
  return (
    <button
      type="button"
      data-testid={`scorm-toc-item-${identifier}`}
      aria-disabled={!isEnabled}
      aria-current={isCurrent ? "true" : undefined}
      onClick={() => isEnabled && onChoose(identifier)}
      className={classes(
        "flex w-full items-start gap-2 rounded-ctl px-2 py-1.5 text-left text-sm aria-disabled:cursor-default aria-disabled:text-muted",
        isCurrent ? "bg-brand-soft font-semibold text-brand-text" : "hover:bg-sunken",
      )}
    >
      <span className="min-w-0 flex-1">
        {title}
        {isUsedUp && !isEnabled && <span className="block text-small">{t`No attempts left`}</span>}
      </span>
      {isDone && <Check size={15} aria-label={t`Done`} className="mt-0.5 shrink-0 text-ok" />}
    </button>
  );
}
