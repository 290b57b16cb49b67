import { contrast, parseHex, toHex, toLch, withContrast, type Lch } from "./oklch.ts";

export type Mode = "light" | "dark";
export type Tokens = Record<`--${string}`, string>;

/** The product's own two colours, for a tenant without colours. */
export const productColors = { primary: "#1f5c63", secondary: "#d9824a" };

/**
 * Computes the colours of the interface from a branch's two. For all colours, text has 4.5:1 on every surface it is on,
 * and controls 3:1; a colour that already does stays unchanged.
 */
export function brandTokens(primary: string | null, secondary: string | null, mode: Mode): Tokens {
  const dark = mode === "dark";
  const away = dark ? 1 : -1;
  const p = read(primary, productColors.primary);
  const s = read(secondary, productColors.secondary);

  // Neutrals have a trace of the primary hue, so that the whole page shows the brand.
  const neutral = (l: number, c = 0.008) => toHex({ l, c: Math.min(c, p.c * 0.12 + 0.002), h: p.h });
  const sunken = dark ? neutral(0.165) : neutral(0.955);
  const raised = dark ? neutral(0.27) : "#ffffff";
  // The surface with the least room for contrast: what is sufficient here is sufficient on all others.
  const hardest = dark ? raised : sunken;

  const brand = fill(p, hardest, away);
  const tint = (color: Lch, c: number) => toHex({ l: dark ? 0.3 : 0.955, c: Math.min(color.c, c), h: color.h });
  const brandSoft = tint(p, dark ? 0.05 : 0.026);
  const accentSoft = tint(s, dark ? 0.05 : 0.035);
  const text = (color: Lch, background: string) =>
    withContrast({ ...color, l: dark ? Math.max(color.l, 0.75) : Math.min(color.l, 0.5) }, background, 4.6, away);

  return {
    "--bg": dark ? neutral(0.19) : neutral(0.982, 0.005),
    "--surface": dark ? neutral(0.225) : "#ffffff",
    "--sunken": sunken,
    "--raised": raised,
    "--line": dark ? neutral(0.33) : neutral(0.915),
    "--line-strong": withContrast({ l: dark ? 0.5 : 0.66, c: 0.01, h: p.h }, hardest, 3.05, away),
    "--ink": dark ? neutral(0.95) : neutral(0.24, 0.015),
    "--muted": withContrast({ l: dark ? 0.72 : 0.52, c: Math.min(0.014, p.c * 0.12), h: p.h }, hardest, 4.6, away),
    "--brand": brand.color,
    "--brand-hover": brand.hover,
    "--on-brand": brand.label,
    "--brand-text": text(p, brandSoft),
    "--brand-soft": brandSoft,
    // For large decoration only: the colours as they are, and one that shows on the first.
    "--art": toHex(p),
    "--art-line": contrast(toHex(p), white) >= contrast(toHex(p), black) ? white : black,
    "--art-knot": toHex(s),
    "--accent": withContrast(s, hardest, 3.05, away),
    "--accent-text": text(s, accentSoft),
    "--accent-soft": accentSoft,
  };
}

/** Computes a filled control: visible on the page (3:1) with a readable label (4.5:1), also on hover. */
function fill(color: Lch, background: string, away: -1 | 1) {
  const visible = withContrast(color, background, 3.05, away);
  const label = contrast(visible, white) >= 4.5 || contrast(visible, black) < 4.5 ? white : black;
  const solid = label === white ? withContrast(toLch(rgb(visible)), white, 4.5, -1) : visible;
  const lch = toLch(rgb(solid));
  // Moving away from the label's colour can only increase the contrast.
  const hover = toHex({ ...lch, l: lch.l + (label === white ? -0.06 : 0.05) });
  return { color: solid, hover, label };
}

const white = "#ffffff";
const black = "#101418";
const rgb = (hex: string) => parseHex(hex) ?? [0, 0, 0];
const read = (color: string | null, otherwise: string) => toLch(parseHex(color ?? "") ?? rgb(otherwise));
