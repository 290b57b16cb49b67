import { contrast } from "../themes/themes.service.ts";

/**
 * The colours of a mail: whatever the site's colour, labels have a contrast of 4.5:1 and the button is visible on the
 * page.
 */
export interface MailColours {
  /** Of the band at the top and of the button. */
  fill: string;
  /** Of the text on them. */
  label: string;
  /** Around the button. */
  edge: string;
}

const PRODUCT = "#1f5c63";

/** Derives the colours of a mail. @param brand the site's own colour as #rrggbb, if it has one */
export function toMailColours(brand: string | null): MailColours {
  const fill = brand && /^#[0-9a-f]{6}$/.test(brand) ? brand : PRODUCT;
  // One of the two always reaches 4.5, because their contrasts with any colour multiply to 21.
  const label = contrast(fill, "#ffffff") >= 4.5 ? "#ffffff" : "#000000";
  return { fill, label, edge: contrast(fill, "#ffffff") >= 3 ? fill : "#6b7280" };
}
