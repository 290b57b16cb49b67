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
  const name = nameOf(host);
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
  PORT: number;
  TRUST_PROXY: boolean | string[];
  SINGLE_INSTANCE?: string | undefined;
  PUBLIC_URL?: string | undefined;
}

/**
 * Returns where an instance is served, for links in mails. Neither the host nor the port that a request names is believed: the host
 * is the instance's own, and the port that of PUBLIC_URL. Without PUBLIC_URL it is the port this server listens on, or behind a
 * proxy the usual port of the scheme.
 * @param origin scheme, host and port of the request
 */
export function siteOrigin(
  origin: string,
  { BASE_DOMAIN, SINGLE_INSTANCE, PUBLIC_URL, PORT, TRUST_PROXY }: Addresses,
  domain: string,
): string {
  const site = new URL(PUBLIC_URL ?? origin);
  if (!SINGLE_INSTANCE) site.hostname = `${domain}.${BASE_DOMAIN}`;
  // Only a server that nobody else can reach starts like this.
  else if (!PUBLIC_URL) site.hostname = "localhost";
  if (!PUBLIC_URL) site.port = TRUST_PROXY === false ? String(PORT) : "";
  return site.origin;
}

const CONTENT = "content";
const OF_PACKAGE = /^p-([1-9]\d{0,9})$/;

interface ContentSettings extends Addresses {
  CONTENT_DOMAIN?: string | undefined;
  CONTENT_PORT: number;
}

/** What a content host serves. */
export interface ContentPlace {
  instance: string | null;
  /** The package whose origin this is; "every" where all packages share one; null for a host that serves no package. */
  packageId: number | "every" | null;
}

const NO_PLACE: ContentPlace = { instance: null, packageId: null };

/**
 * Returns whether each package has an origin of its own. A server of one instance has a wildcard host only where CONTENT_DOMAIN
 * names one; without it, packages share a port and run in a sandbox that has no origin.
 */
export function hasPackageOrigins(config: ContentSettings): boolean {
  return !config.SINGLE_INSTANCE || config.CONTENT_DOMAIN !== undefined;
}

/** Returns whether a host belongs to foreign content, which the application's own routes never answer. */
export function isContentHost(host: string, config: ContentSettings): boolean {
  if (!hasPackageOrigins(config)) return false;
  const { CONTENT_DOMAIN } = config;
  const name = nameOf(host);
  if (CONTENT_DOMAIN !== undefined) return name === CONTENT_DOMAIN || name.endsWith(`.${CONTENT_DOMAIN}`);
  return findContentPlace(host, config).instance !== null;
}

/**
 * Returns what a content host serves: `content.<instance>.<domain>` embedded pages, `p-<package>.content.<instance>.<domain>` one
 * package (P80). The domain is CONTENT_DOMAIN, or else the base domain.
 */
export function findContentPlace(host: string, config: ContentSettings): ContentPlace {
  const { SINGLE_INSTANCE, CONTENT_DOMAIN, BASE_DOMAIN } = config;
  if (!hasPackageOrigins(config)) return { instance: SINGLE_INSTANCE!, packageId: "every" };
  const domain = CONTENT_DOMAIN ?? BASE_DOMAIN;
  const name = nameOf(host);
  if (!name.endsWith(`.${domain}`)) return NO_PLACE;
  const labels = name.slice(0, -domain.length - 1).split(".");
  const instance = labels.pop() ?? "";
  const isKnown = isLabel(instance) && (!SINGLE_INSTANCE || SINGLE_INSTANCE === instance);
  if (!isKnown || labels.pop() !== CONTENT || labels.length > 1) return NO_PLACE;
  if (labels.length === 0) return { instance, packageId: null };
  const id = OF_PACKAGE.exec(labels[0]!)?.[1];
  return id === undefined ? NO_PLACE : { instance, packageId: Number(id) };
}

/**
 * Returns where foreign content of an instance is served: a host of its own for each package and one for embedded pages, or a port
 * of its own where no such host can be had.
 * @param origin scheme, host and port of the request
 * @param packageId the package, or null for an embedded page
 */
export function contentOrigin(
  origin: string,
  config: ContentSettings,
  domain: string,
  packageId: number | null = null,
): string {
  const site = new URL(hasPackageOrigins(config) ? (config.PUBLIC_URL ?? origin) : origin);
  if (!hasPackageOrigins(config)) site.port = String(config.CONTENT_PORT);
  else
    site.hostname = `${packageId === null ? "" : `p-${packageId}.`}${CONTENT}.${domain}.${config.CONTENT_DOMAIN ?? config.BASE_DOMAIN}`;
  return site.origin;
}

/** Returns the sources, as a content security policy names them, that may show foreign content of an instance in a frame. */
export function listFramers(host: string, instance: string | null, config: ContentSettings): string {
  const { SINGLE_INSTANCE, PUBLIC_URL, BASE_DOMAIN } = config;
  if (instance === null) return "'none'";
  if (!SINGLE_INSTANCE) return `${instance}.${BASE_DOMAIN}:* *.${instance}.${BASE_DOMAIN}:*`;
  if (!hasPackageOrigins(config)) return `${nameOf(host)}:*`;
  return PUBLIC_URL ? new URL(PUBLIC_URL).origin : "localhost:* 127.0.0.1:* *.localhost:*";
}

function nameOf(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, "").replace(/\.$/, "");
}
