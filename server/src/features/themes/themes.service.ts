import { Invalid } from "../../errors.ts";
import { t } from "../../i18n/message.ts";

/** The look of a site: a theme and the two colours from which all others are derived. */
export interface Look {
  theme: string | null;
  primary_color: string | null;
  secondary_color: string | null;
}

/** The named themes; the client offers the same in `web/src/app/themes.ts`. */
const PRESETS: Readonly<Record<string, readonly [primary: string, secondary: string]>> = {
  cairn: ["#1f5c63", "#d9824a"],
  forest: ["#2f5d3a", "#c79a3b"],
  ocean: ["#1d4f8c", "#2f9e9a"],
  plum: ["#6b3a75", "#d1728a"],
  ember: ["#a03c2b", "#e0a526"],
  slate: ["#3d4b5c", "#7f9bb3"],
  sand: ["#7a5a2e", "#4f8a83"],
};

const COLOUR = /^#[0-9a-f]{6}$/;
const LONGEST = 60;

/**
 * Returns the look to store for a form: a preset sets its own colours, 'custom' needs both, and none means the
 * product's look. The name of an unknown theme is stored with its colours.
 * @throws Invalid for theme, primary_color or secondary_color
 */
export function toTheme(input: { [field in keyof Look]?: string | null | undefined }): Look {
  const theme = input.theme?.trim() || null;
  if (theme && theme.length > LONGEST) throw new Invalid({ theme: [t`This theme is not one that can be chosen.`] });
  const preset = theme && Object.hasOwn(PRESETS, theme) ? PRESETS[theme] : undefined;
  if (preset) return { theme, primary_color: preset[0], secondary_color: preset[1] };
  const primary_color = input.primary_color?.trim().toLowerCase() || null;
  const secondary_color = input.secondary_color?.trim().toLowerCase() || null;
  const isWrong = (colour: string | null) => (colour ? !COLOUR.test(colour) : theme === "custom");
  const wrong = Object.entries({ primary_color, secondary_color }).filter(([, colour]) => isWrong(colour));
  if (wrong.length > 0)
    throw new Invalid(Object.fromEntries(wrong.map(([field]) => [field, [t`Choose a colour, such as #1f5c63.`]])));
  return { theme, primary_color, secondary_color };
}

/** Returns the WCAG 2.2 contrast ratio of two colours as #rrggbb. */
export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
