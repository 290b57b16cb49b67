/** sRGB with channels from 0 to 1. */
export type Rgb = readonly [number, number, number];
/** OKLCH: lightness 0 to 1, chroma, hue in radians. */
export type Lch = { l: number; c: number; h: number };

/** Parses `#abc` or `#aabbcc` (the # may be missing); null for other texts. */
export function parseHex(hex: string): Rgb | null {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(hex.trim())?.[1];
  if (!digits) return null;
  const six = digits.length === 3 ? digits.replace(/./g, "$&$&") : digits;
  const channel = (at: number) => parseInt(six.slice(at, at + 2), 16) / 255;
  return [channel(0), channel(2), channel(4)];
}

/** Returns the WCAG contrast of two hex colours, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/** Converts sRGB to Björn Ottosson's OKLab in polar form. */
export function toLch(rgb: Rgb): Lch {
  const [r, g, b] = linear(rgb);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, bb),
    h: Math.atan2(bb, a),
  };
}

/** Returns the nearest colour that a screen can show, with reduced chroma, as `#rrggbb`. */
export function toHex(color: Lch): string {
  let { c } = color;
  let rgb = toRgb(color);
  while (!isShown(rgb) && c > 0.002) {
    c *= 0.94;
    rgb = toRgb({ ...color, c });
  }
  const byte = (x: number) => Math.round(Math.min(1, Math.max(0, x)) * 255);
  return `#${rgb.map((x) => byte(x).toString(16).padStart(2, "0")).join("")}`;
}

/** Moves the lightness in one direction until the contrast against the background reaches `least`. */
export function withContrast(color: Lch, background: string, least: number, direction: -1 | 1): string {
  let l = Math.min(0.98, Math.max(0.03, color.l));
  let hex = toHex({ ...color, l });
  while (contrast(hex, background) < least && l > 0.02 && l < 0.99) {
    l += direction * 0.01;
    hex = toHex({ ...color, l });
  }
  return hex;
}

function luminance(hex: string) {
  const [r, g, b] = linear(parseHex(hex) ?? [0, 0, 0]);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function linear(rgb: Rgb): Rgb {
  const channel = (x: number) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
  return [channel(rgb[0]), channel(rgb[1]), channel(rgb[2])];
}

function toRgb({ l, c, h }: Lch): Rgb {
  const a = c * Math.cos(h);
  const b = c * Math.sin(h);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const gamma = (x: number) => (x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055);
  return [
    gamma(Math.max(0, 4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short)),
    gamma(Math.max(0, -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short)),
    gamma(Math.max(0, -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short)),
  ];
}

const isShown = (rgb: Rgb) => rgb.every((x) => x >= -0.001 && x <= 1.001);
