import { domainToASCII } from "node:url";

/**
 * Matches email addresses that mails can be sent to. The domain ends in letters, or in a label of another script in its form in
 * DNS (`xn--p1ai`), which zod's own pattern refuses.
 */
export const EMAIL =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|xn--[A-Za-z0-9-]*[A-Za-z0-9])$/i;

const LONGEST = 253;
const LABEL = /^(?!-)[a-z\d-]{1,63}(?<!-)$/;

/**
 * Reads a typed e-mail domain: 'acme.com', '@acme.com' and 'ada@acme.com' all mean acme.com. Domains of other scripts
 * become ASCII, as in DNS.
 * @returns null for anything else
 */
export function readEmailDomain(typed: string): string | null {
  const given = typed.trim().toLowerCase();
  // Node takes the host of whatever looks like an address.
  if (given.length > 2 * LONGEST || /[\s/?#:\\%]/.test(given)) return null;
  const domain = domainToASCII(given.slice(given.lastIndexOf("@") + 1));
  const labels = domain.split(".");
  const isDomain = domain.length <= LONGEST && labels.length > 1 && labels.every((label) => LABEL.test(label));
  return isDomain && !/^\d+$/.test(labels.at(-1)!) ? domain : null;
}
