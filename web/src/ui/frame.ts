const always =
  "allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-presentation allow-downloads";

/** The address when it is a page of the web; null for anything else, as a script. */
export const pageAddress = (address: string | null | undefined): string | null =>
  /^https?:\/\//i.test(address?.trim() ?? "") ? (URL.parse(address!.trim())?.href ?? null) : null;

/**
 * What an embedded page may do. It keeps an origin of its own, which many need to remember anything; a page of this very site
 * may not, for with scripts and our origin it could take off its own sandbox.
 */
export const sandboxFor = (address: string, ownOrigin: string) =>
  new URL(address).origin === ownOrigin ? always : `${always} allow-same-origin`;
