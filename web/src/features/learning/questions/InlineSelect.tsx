import { useLingui } from "@lingui/react/macro";
import { ChevronDown } from "lucide-react";
import { lazy, Suspense } from "react";
import { classes } from "../../../ui/classes.ts";
import { hasFormula } from "../../../ui/text/formulas.ts";
import type { InlineSelectProps } from "./inlineSelectProps.ts";

// Without this code, for example offline, formulas are shown as they were written.
const FormulaSelect = lazy(() =>
  import("./FormulaSelect.tsx").then(
    (loaded) => ({ default: loaded.FormulaSelect }),
    () => ({ default: PlainSelect }),
  ),
);

/** Shows a list of choices within a text; initially nothing is chosen. Formulas in choices are drawn. */
export function InlineSelect(props: InlineSelectProps) {
  if (!props.choices.some(hasFormula)) return <PlainSelect {...props} />;
  // Disabled: a list that was opened or focused would be gone with the next.
  return (
    <Suspense fallback={<PlainSelect {...props} isDisabled />}>
      <FormulaSelect {...props} />
    </Suspense>
  );
}

function PlainSelect({
  label,
  value,
  choices,
  onChange,
  className,
  isDisabled = false,
}: InlineSelectProps & { isDisabled?: boolean }) {
  const { t } = useLingui();
  return (
    <span className={classes("relative inline-flex max-w-full items-center", className)}>
      <select
        aria-label={label}
        value={value}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.value)}
        className={classes(
          "h-11 w-full max-w-full min-w-30 appearance-none truncate rounded-ctl border bg-surface pr-9 pl-3 font-sans text-body transition-colors",
          value ? "border-brand-text" : "border-line-strong text-muted",
        )}
      >
        <option value="">{t`Choose…`}</option>
        {choices.map((choice, i) => (
          <option key={i} value={choice}>
            {choice}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden size={16} className="pointer-events-none absolute right-2.5 text-muted" />
    </span>
  );
}
