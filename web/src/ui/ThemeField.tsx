import { useLingui } from "@lingui/react/macro";
import { Field } from "./Field.tsx";
import { Select } from "./Select.tsx";

export type ThemeOption = { value: string; label: string; primary: string; secondary: string };
/** An empty theme is the product's own look; 'custom' has two colours of its own. */
export type ThemeValue = { theme: string; primary_color: string; secondary_color: string };

type Props = {
  options: ThemeOption[];
  value: ThemeValue;
  onChange: (value: ThemeValue) => void;
  /** The label for no theme, if it does not mean the product's own look. */
  noneLabel?: string;
  errors?: { [field in keyof ThemeValue]?: string | undefined };
};

/** Renders a choice of named themes, or two own colours, with a preview. */
export function ThemeField({ options, value, onChange, noneLabel, errors = {} }: Props) {
  const { t } = useLingui();
  const isKnown = ["", "custom", ...options.map((option) => option.value)].includes(value.theme);
  const preset = options.find((option) => option.value === value.theme);
  const colours = preset ? [preset.primary, preset.secondary] : [value.primary_color, value.secondary_color];

  return (
    <div className="grid gap-4">
      <Select
        label={t`Theme`}
        value={value.theme}
        error={errors.theme}
        onChange={(event) => choose(event.target.value)}
        options={[
          { value: "", label: noneLabel ?? t`Product look` },
          ...options.map((option) => ({ value: option.value, label: option.label })),
          { value: "custom", label: t`Custom` },
          ...(isKnown ? [] : [{ value: value.theme, label: value.theme }]),
        ]}
      />
      {value.theme === "custom" && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label={t`Primary colour`}
            type="color"
            value={value.primary_color}
            error={errors.primary_color}
            onChange={(event) => onChange({ ...value, primary_color: event.target.value })}
          />
          <Field
            label={t`Secondary colour`}
            type="color"
            value={value.secondary_color}
            error={errors.secondary_color}
            onChange={(event) => onChange({ ...value, secondary_color: event.target.value })}
          />
        </div>
      )}
      {value.theme !== "" && colours[0] && (
        <div aria-hidden className="flex h-9 overflow-hidden rounded-ctl border border-line">
          {colours.map((colour, index) => (
            <span key={index} className={index === 0 ? "flex-3" : "flex-1"} style={{ background: colour }} />
          ))}
        </div>
      )}
    </div>
  );

  /** Own colours start with those that were shown last. */
  function choose(theme: string) {
    const last = preset ?? options[0];
    const own = theme === "custom" && last && !value.primary_color;
    onChange({
      theme,
      primary_color: own ? last.primary : value.primary_color,
      secondary_color: own ? last.secondary : value.secondary_color,
    });
  }
}
