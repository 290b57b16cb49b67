const linkKinds = /^(https?:\/\/|mailto:|tel:|\/(?![/\\])|#)/i;
const imageKinds = /^(data:image\/(png|jpe?g|gif|webp|avif);|\/(?![/\\]))/i;

/** The address of a link, when it is of a harmless kind: web, mail, telephone or within this site. */
export const safeLink = (address: unknown) => allowed(address, linkKinds);

/**
 * The address of a picture: of this site (a relative one is taken from its root), or the picture itself. The server fetches pictures of
 * other sites, which would see who reads; until then they are not shown.
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
