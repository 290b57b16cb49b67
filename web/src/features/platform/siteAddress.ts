import { boot } from "../../app/boot.ts";

/** A page of an instance at its own address, at the scheme and port of this one. */
export function siteAddress(domain: string, path = "/"): string {
  const { protocol, port } = location;
  return `${protocol}//${domain}.${boot().baseDomain}${port && `:${port}`}${path}`;
}
