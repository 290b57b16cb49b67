/** The colours of a letter: whatever a site chose, labels keep 4.5:1 and the button can be seen on the page. */
export interface LetterColours {
  /** Of the band at the top and of the button. */
  fill: string;
  /** Of what is written on them. */
  label: string;
  /** Around the button. */
  edge: string;
}

const PRODUCT = "#1f5c63";

/** @param brand the site's own colour as #rrggbb, if it has one */
export function letterColours(brand: string | null): LetterColours {
  const fill = brand && /^#[0-9a-f]{6}$/.test(brand) ? brand : PRODUCT;
  // One of the two always reaches 4.5: their products with any colour multiply to 21.
  const label = contrast(fill, "#ffffff") >= 4.5 ? "#ffffff" : "#000000";
  return { fill, label, edge: contrast(fill, "#ffffff") >= 3 ? fill : "#6b7280" };
}

/** WCAG 2.2 contrast ratio of two colours written as #rrggbb. */
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
