const always =
  "allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-presentation allow-downloads";

/** Returns the address if it is a web page; null for anything else, such as a script. */
export const pageAddress = (address: string | null | undefined): string | null =>
  /^https?:\/\//i.test(address?.trim() ?? "") ? (URL.parse(address!.trim())?.href ?? null) : null;

/**
 * Returns the sandbox of an embedded page. It keeps its own origin, which many pages need for storage; a page of this
 * site does not, because with scripts and our origin it could remove its own sandbox.
 */
export const sandboxFor = (address: string, ownOrigin: string) =>
  new URL(address).origin === ownOrigin ? always : `${always} allow-same-origin`;
