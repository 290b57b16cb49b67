import { contrast } from "../themes/themes.service.ts";

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
