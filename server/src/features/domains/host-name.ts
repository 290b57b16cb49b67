import { domainToASCII } from "node:url";
import { Invalid } from "../../errors.ts";
import { t } from "../../i18n/message.ts";

interface Addresses {
  BASE_DOMAIN: string;
  CONTENT_DOMAIN?: string | undefined;
  PUBLIC_URL?: string | undefined;
}

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Reads a host name as it is typed, also with a scheme or letters beyond ASCII.
 * @throws Invalid for what is no name of a host, and for names of the product itself
 */
export function readHostName(typed: string, config: Addresses): string {
  const text = typed
    .trim()
    .replace(/^https?:\/\//i, "")
    .replace(/\/$/, "");
  const host = domainToASCII(text.toLowerCase());
  const labels = host.split(".");
  const isName = host.length <= 253 && labels.length >= 2 && labels.every((label) => LABEL.test(label));
  // No label of an IPv6 address is one of a name, and an IPv4 address ends in a number.
  if (!isName || /^\d+$/.test(labels.at(-1)!))
    throw new Invalid({ host: [t`Enter a name such as learn.example.org.`] });
  const own = [config.BASE_DOMAIN, config.CONTENT_DOMAIN, config.PUBLIC_URL && new URL(config.PUBLIC_URL).hostname];
  if (own.some((each) => each && (host === each || host.endsWith(`.${each}`))))
    throw new Invalid({ host: [t`This name belongs to the product. Enter a name of your organisation.`] });
  return host;
}
