import { boot } from "../../app/boot.ts";

/** Returns the address of a page of an instance, with the scheme and port of this page. */
export function siteAddress(domain: string, path = "/"): string {
  const { protocol, port, origin } = location;
  const { baseDomain, instance, isOnlyInstance } = boot();
  if (isOnlyInstance && domain === instance?.domain) return `${origin}${path}`;
  return `${protocol}//${domain}.${baseDomain}${port && `:${port}`}${path}`;
}
