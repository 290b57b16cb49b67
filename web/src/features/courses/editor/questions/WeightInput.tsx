import { useLingui } from "@lingui/react/macro";
import { formatNumber } from "../../../../ui/format.ts";
import { TextInput } from "./TextInput.tsx";

type Props = {
  /** What has the weight. */
  of: string;
  value: string | undefined;
  /** The weight without a value, in percent. */
  usual: number;
  onChange: (weight: string | undefined) => void;
};

/** Edits the percent of the points that an option or an accepted answer earns; the placeholder is what it earns without one. */
export function WeightInput({ of, value, usual, onChange }: Props) {
  const { t } = useLingui();
  return (
    <span className="flex items-center gap-1 text-small">
      <span className="w-20">
        <TextInput
          label={t`Percent of the points for ${of}`}
          placeholder={formatNumber(usual, { maximumFractionDigits: 2 })}
          inputMode="decimal"
          value={value ?? ""}
          maxLength={10}
          onChange={(event) => onChange(event.target.value || undefined)}
        />
      </span>
      <span aria-hidden className="text-muted">
        %
      </span>
    </span>
  );
}
