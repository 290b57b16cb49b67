import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** '$15', '$19.90' or 'Free'. */
export function priceText(price: number, currency: string): string {
  if (price === 0) return i18n._(msg`Free`);
  const options = {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    trailingZeroDisplay: "stripIfInteger",
  };
  return i18n.number(price, options as Intl.NumberFormatOptions);
}
