import { Select } from "@base-ui/react/select";
import { useLingui } from "@lingui/react/macro";
import { Check, ChevronDown } from "lucide-react";
import { classes } from "../../../ui/classes.ts";
import { MathText } from "../../../ui/text/MathText.tsx";
import { useLandmark } from "../../../ui/useLandmark.ts";
import type { InlineSelectProps } from "./inlineSelectProps.ts";

/** Shows a list box within a text, whose choices have formulas: an option of a select cannot show one. */
export function FormulaSelect({ label, value, choices, onChange, className }: InlineSelectProps) {
  const { t } = useLingui();
  const { ref, portal } = useLandmark();
  return (
    <span className={classes("relative inline-flex max-w-full items-center", className)}>
      <Select.Root value={value} onValueChange={(chosen) => onChange(chosen ?? "")}>
        <Select.Trigger
          ref={ref}
          aria-label={label}
          className={classes(
            "flex min-h-11 w-full max-w-full min-w-30 items-center justify-between gap-2 rounded-ctl border bg-surface py-1 pr-2.5 pl-3 text-left font-sans text-body leading-normal transition-colors",
            value ? "border-brand-text" : "border-line-strong text-muted",
          )}
        >
          <Select.Value className="min-w-0 overflow-hidden">
            {(chosen: string) => (chosen ? <Drawn text={chosen} /> : t`Choose…`)}
          </Select.Value>
          <ChevronDown aria-hidden size={16} className="shrink-0 text-muted" />
        </Select.Trigger>
        <Select.Portal {...portal}>
          <Select.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-40">
            <Select.Popup className="max-h-(--available-height) max-w-(--available-width) min-w-(--anchor-width) overflow-auto rounded-card border border-line bg-raised p-1.5 font-sans text-body leading-normal shadow-float outline-none">
              {["", ...choices].map((choice, at) => (
                <Select.Item
                  key={at}
                  value={choice}
                  label={choice}
                  className="flex min-h-10 cursor-default items-center justify-between gap-3 rounded-ctl px-2.5 py-1.5 outline-none data-highlighted:bg-sunken"
                >
                  <Select.ItemText>{choice ? <Drawn text={choice} /> : t`Choose…`}</Select.ItemText>
                  <Select.ItemIndicator className="shrink-0">
                    <Check aria-hidden size={16} />
                  </Select.ItemIndicator>
                </Select.Item>
              ))}
            </Select.Popup>
          </Select.Positioner>
        </Select.Portal>
      </Select.Root>
    </span>
  );
}

/** Draws a choice. Screen readers read an option as one text: the formula as it was written. */
function Drawn({ text }: { text: string }) {
  return (
    <span className="relative">
      <span className="sr-only">{text}</span>
      <span aria-hidden>
        <MathText text={text} />
      </span>
    </span>
  );
}
