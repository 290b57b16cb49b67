import { boot } from "../../app/boot.ts";

/** Returns the address of a page of an instance, with the scheme and port of this page. */
export function siteAddress(domain: string, path = "/"): string {
  const { protocol, port } = location;
  return `${protocol}//${domain}.${boot().baseDomain}${port && `:${port}`}${path}`;
}
