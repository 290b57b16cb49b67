const linkKinds = /^(https?:\/\/|mailto:|tel:|\/(?![/\\])|#)/i;
const imageKinds = /^(data:image\/(png|jpe?g|gif|webp|avif);|\/(?![/\\]))/i;

/** Returns the address of a link if its scheme is safe: web, mail, telephone or within this site. */
export const safeLink = (address: unknown) => allowed(address, linkKinds);

/**
 * Returns the address of an image: of this site (a relative one starts at its root), or a data URL. Images of other
 * sites, which would see the reader, are not shown until the server has fetched them.
 */
export function safeImage(address: unknown): string | null {
  if (typeof address !== "string") return null;
  const trimmed = address.trim();
  const isRelative = trimmed !== "" && !/^([a-z][a-z0-9+.-]*:|[/\\])/i.test(trimmed);
  return allowed(isRelative ? `/${trimmed}` : trimmed, imageKinds);
}

function allowed(address: unknown, kinds: RegExp): string | null {
  if (typeof address !== "string") return null;
  // Browsers drop tabs and line ends inside an address, so that 'java\nscript:' would be a script.
  const plain = address.replace(/[\t\n\r]/g, "").trim();
  return kinds.test(plain) ? plain : null;
}
