const always =
  "allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-presentation allow-downloads";

/** The address of a page to embed: whole, and of https only, since a browser refuses others inside a secure page. */
export function embeddable(address: string | null | undefined): string | null {
  return /^https:\/\//i.test(address?.trim() ?? "") ? (URL.parse(address!.trim())?.href ?? null) : null;
}

/** The address of a page to open beside this one; null for anything but a page of the web. */
export function openable(address: string | null | undefined): string | null {
  return /^https?:\/\//i.test(address?.trim() ?? "") ? (URL.parse(address!.trim())?.href ?? null) : null;
}

/**
 * What an embedded page may do. It keeps an origin of its own, which many need to remember anything; a page of this very site
 * may not, for with scripts and our origin it could take off its own sandbox.
 */
export const sandboxFor = (address: string, ownOrigin: string) =>
  new URL(address).origin === ownOrigin ? always : `${always} allow-same-origin`;
