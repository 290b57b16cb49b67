/** What the host name of a request says about the tenant: labels only, nothing is looked up. */
export interface DetectedTenant {
  instance: string | null;
  branch: string | null;
}

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Labels that no instance and no branch may take (decision 1), and the platform's own. */
export const RESERVED_LABELS: ReadonlySet<string> = new Set([
  "www",
  "api",
  "admin",
  "app",
  "content",
  "static",
  "mail",
  "files",
  "platform",
]);

export function isLabel(text: string): boolean {
  return LABEL.test(text) && !RESERVED_LABELS.has(text);
}

/**
 * Host to tenant (decision 1): strip the base domain; the last label left is the instance, the one before it the branch.
 * `north.acme.learn.example.co.uk` under `learn.example.co.uk` is branch `north` of instance `acme`.
 */
export function detectTenant(host: string, baseDomain: string): DetectedTenant {
  const name = host.toLowerCase().replace(/:\d+$/, "").replace(/\.$/, "");
  if (!name.endsWith(`.${baseDomain}`)) return { instance: null, branch: null };
  const labels = name.slice(0, -baseDomain.length - 1).split(".");
  const instance = labels.at(-1) ?? "";
  const branch = labels.at(-2);
  if (labels.length > 2 || !isLabel(instance) || (branch !== undefined && !isLabel(branch)))
    return { instance: null, branch: null };
  return { instance, branch: branch ?? null };
}

interface Addresses {
  BASE_DOMAIN: string;
  SINGLE_INSTANCE?: string | undefined;
  PUBLIC_URL?: string | undefined;
}

/**
 * Where an instance is served, for links in mails: the instance's own host, with the scheme and port of PUBLIC_URL or else
 * those that the request came by. A host that a request names is believed only by a server of one instance without PUBLIC_URL.
 * @param origin scheme, host and port of the request
 */
export function siteOrigin(
  origin: string,
  { BASE_DOMAIN, SINGLE_INSTANCE, PUBLIC_URL }: Addresses,
  domain: string,
): string {
  const site = new URL(PUBLIC_URL ?? origin);
  if (!SINGLE_INSTANCE) site.hostname = `${domain}.${BASE_DOMAIN}`;
  return site.origin;
}

const CONTENT = "content";

/** The instance whose foreign content a host serves, `content.<instance>.<base domain>` (decision 44); null for any other host. */
export function contentInstanceOf(host: string, baseDomain: string): string | null {
  const name = host.toLowerCase().replace(/:\d+$/, "").replace(/\.$/, "");
  if (!name.startsWith(`${CONTENT}.`)) return null;
  const { instance, branch } = detectTenant(name.slice(CONTENT.length + 1), baseDomain);
  return branch === null ? instance : null;
}

/**
 * Where foreign content of an instance is served: a host of its own, or with SINGLE_INSTANCE, where no such host can be had,
 * a port of its own.
 * @param origin scheme, host and port of the request
 */
export function contentOrigin(origin: string, config: Addresses & { CONTENT_PORT: number }, domain: string): string {
  const site = new URL(config.SINGLE_INSTANCE ? origin : siteOrigin(origin, config, domain));
  if (config.SINGLE_INSTANCE) site.port = String(config.CONTENT_PORT);
  else site.hostname = `${CONTENT}.${site.hostname}`;
  return site.origin;
}
