import { BlockList, isIP } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * IPv4 ranges outside the public internet: those of the IANA IPv4 Special-Purpose Address Registry
 * (https://www.iana.org/assignments/iana-ipv4-special-registry) as of 2025-10 that are not globally reachable;
 * multicast (RFC 5771); and addresses at which clouds answer their own machines.
 */
const CLOSED_IPV4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  // Azure's WireServer.
  "168.63.129.16/32",
];

/** The only IPv6 range that IANA assigns for the public internet (https://www.iana.org/assignments/ipv6-address-space). */
const OPEN_IPV6 = ["2000::/3"];

/**
 * Exceptions by the IANA IPv6 Special-Purpose Address Registry, as of 2025-10. Tunnels lead to IPv4 addresses that were
 * not checked.
 */
const CLOSED_IPV6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

const closed = toBlockList([...CLOSED_IPV4, ...CLOSED_IPV6]);
const open = toBlockList(OPEN_IPV6);

/**
 * Tells whether an address is on the public internet: not on this machine, a private network, or a special range. Both
 * the registries' ranges and those of the library must allow it; an IPv4 address inside an IPv6 one is checked as IPv4.
 */
export function isPublic(address: string): boolean {
  // The library reads ::192.0.2.1 as IPv4, which it is not: it gets digits only.
  const written = isIP(address) === 6 ? inDigits(address) : address;
  if (isIP(written) === 0) return false;
  const parsed = ipaddr.process(written);
  const [text, family] = [parsed.toString(), parsed.kind()];
  if (parsed.range() !== "unicast" || closed.check(text, family)) return false;
  return family === "ipv4" || open.check(text, "ipv6");
}

/** Writes an IPv6 address without the dots of IPv4; an address of a single network interface gives an empty text. */
function inDigits(address: string): string {
  const url = `http://[${address}]/`;
  return URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : "";
}

function toBlockList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address, bits] = range.split("/") as [string, string];
    list.addSubnet(address, Number(bits), address.includes(":") ? "ipv6" : "ipv4");
  }
  return list;
}
