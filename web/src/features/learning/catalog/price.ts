import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { formatPrice } from "../../../ui/format.ts";

/** Formats a price: '$15', '$19.90' or 'Free'. */
export const priceText = (price: number, currency: string) =>
  price === 0 ? i18n._(msg`Free`) : formatPrice(price, currency);
