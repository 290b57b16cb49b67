import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { classes } from "./classes.ts";
import { controlBox, FieldFrame, useFieldIds, type FieldTexts } from "./FieldFrame.tsx";

export type SelectOption = { value: string; label: string };

type Props = Omit<ComponentProps<"select">, "className" | "children" | "size"> &
  FieldTexts & {
    options: SelectOption[];
    /** Shows the label to screen readers only, at the height of a row button. */
    compact?: boolean;
  };

/** Renders a labelled native select for a short list. */
export function Select({ label, hint, error, className, required, options, compact = false, ...select }: Props) {
  const texts = { label, hint, error, className, required };
  const ids = useFieldIds(texts);
  const control = (
    <div className={controlBox(error, classes("relative flex items-center", compact ? "h-8 text-small" : "h-11"))}>
      <select
        {...select}
        required={required}
        {...ids}
        aria-label={compact ? label : undefined}
        className={classes(
          "h-full w-full appearance-none rounded-ctl bg-surface text-ellipsis outline-none",
          compact ? "pr-8 pl-2.5" : "pr-10 pl-3.5",
        )}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden size={16} className="pointer-events-none absolute right-2.5 text-muted" />
    </div>
  );
  if (compact) return <div className={className}>{control}</div>;
  return (
    <FieldFrame {...texts} id={ids.id}>
      {control}
    </FieldFrame>
  );
}
