/** What the host name of a request says about the tenant: labels only, without a look-up. */
export interface DetectedTenant {
  instance: string | null;
  branch: string | null;
}

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Labels that no instance or branch may use (P1), and the platform's own. */
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

/** Tells whether a text may be the label of an instance in host names: well-formed and not reserved. */
export function isLabel(text: string): boolean {
  return LABEL.test(text) && !RESERVED_LABELS.has(text);
}

/**
 * Splits a host into its tenant labels (P1): below the base domain, the last label is the instance and the one before
 * it the branch. `north.acme.learn.example.co.uk` under `learn.example.co.uk` is branch `north` of instance `acme`.
 */
export function detectTenant(host: string, baseDomain: string): DetectedTenant {
  const name = stripPort(host);
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
 * Returns the origin of an instance for links in mails. The host and port of the request are never used: the host is
 * the instance's own, and the port that of PUBLIC_URL. Without PUBLIC_URL it is the port this server listens on, or
 * behind a proxy the default port of the scheme.
 * @param origin scheme, host and port of the request
 */
export function siteOrigin(
  origin: string,
  { BASE_DOMAIN, SINGLE_INSTANCE, PUBLIC_URL, PORT, TRUST_PROXY }: Addresses,
  domain: string,
): string {
  const site = new URL(PUBLIC_URL ?? origin);
  if (!SINGLE_INSTANCE) site.hostname = `${domain}.${BASE_DOMAIN}`;
  // Only a server that is reachable from this machine alone starts without PUBLIC_URL.
  else if (!PUBLIC_URL) site.hostname = "localhost";
  if (!PUBLIC_URL) site.port = TRUST_PROXY === false ? String(PORT) : "";
  return site.origin;
}

const CONTENT = "content";
const OF_PACKAGE = /^p-([1-9]\d{0,9})(?:-([1-9]\d{0,9}))?$/;

interface ContentSettings extends Addresses {
  CONTENT_DOMAIN?: string | undefined;
  CONTENT_PORT: number;
}

/** What a content host serves. */
export interface ContentPlace {
  instance: string | null;
  /** The package that has this origin; "every" where all packages share one; null for a host that serves no package. */
  packageId: number | "every" | null;
  /** The unit that shows the package here; null outside of units, as in a preview. */
  unitId: number | null;
}

const NO_PLACE: ContentPlace = { instance: null, packageId: null, unitId: null };

/**
 * Tells whether each package has its own origin. A server of one instance has a wildcard host only where CONTENT_DOMAIN
 * names one; otherwise packages share a port and run in a sandbox without an origin.
 */
export function hasPackageOrigins(config: ContentSettings): boolean {
  return !config.SINGLE_INSTANCE || config.CONTENT_DOMAIN !== undefined;
}

/** Tells whether a host serves foreign content only. The application's own routes never answer there. */
export function isContentHost(host: string, config: ContentSettings): boolean {
  if (!hasPackageOrigins(config)) return false;
  const { CONTENT_DOMAIN } = config;
  const name = stripPort(host);
  if (CONTENT_DOMAIN !== undefined) return name === CONTENT_DOMAIN || name.endsWith(`.${CONTENT_DOMAIN}`);
  return findContentPlace(host, config).instance !== null;
}

/**
 * Returns what a content host serves: `content.<instance>.<domain>` embedded pages, `p-<package>-<unit>.content.<instance>.<domain>` one
 * package in one unit, and `p-<package>.content.<instance>.<domain>` a package outside of units (P80). The domain is CONTENT_DOMAIN, or else the base domain.
 */
export function findContentPlace(host: string, config: ContentSettings): ContentPlace {
  const { SINGLE_INSTANCE, CONTENT_DOMAIN, BASE_DOMAIN } = config;
  if (!hasPackageOrigins(config)) return { instance: SINGLE_INSTANCE!, packageId: "every", unitId: null };
  const domain = CONTENT_DOMAIN ?? BASE_DOMAIN;
  const name = stripPort(host);
  if (!name.endsWith(`.${domain}`)) return NO_PLACE;
  const labels = name.slice(0, -domain.length - 1).split(".");
  const instance = labels.pop() ?? "";
  const isKnown = isLabel(instance) && (!SINGLE_INSTANCE || SINGLE_INSTANCE === instance);
  if (!isKnown || labels.pop() !== CONTENT || labels.length > 1) return NO_PLACE;
  if (labels.length === 0) return { instance, packageId: null, unitId: null };
  const [, id, unitId] = OF_PACKAGE.exec(labels[0]!) ?? [];
  if (id === undefined) return NO_PLACE;
  return { instance, packageId: Number(id), unitId: unitId === undefined ? null : Number(unitId) };
}

/**
 * Returns the origin that serves an instance's foreign content: one host per package in a unit and one for embedded
 * pages, or a separate port where such hosts are not available.
 * @param origin scheme, host and port of the request
 * @param shown the package with its unit, if any; null for an embedded page
 */
export function contentOrigin(
  origin: string,
  config: ContentSettings,
  domain: string,
  shown: { packageId: number; unitId: number | null } | null = null,
): string {
  const site = new URL(hasPackageOrigins(config) ? (config.PUBLIC_URL ?? origin) : origin);
  if (!hasPackageOrigins(config)) site.port = String(config.CONTENT_PORT);
  else
    site.hostname = `${shown === null ? "" : `${toLabel(shown)}.`}${CONTENT}.${domain}.${config.CONTENT_DOMAIN ?? config.BASE_DOMAIN}`;
  return site.origin;
}

const toLabel = ({ packageId, unitId }: { packageId: number; unitId: number | null }) =>
  unitId === null ? `p-${packageId}` : `p-${packageId}-${unitId}`;

/**
 * Returns the sources, in the form of a content security policy, that may show foreign content of an instance in a
 * frame.
 * @param customHosts the instance's own host names
 */
export function listFramers(
  host: string,
  instance: string | null,
  config: ContentSettings,
  customHosts: readonly string[] = [],
): string {
  const { SINGLE_INSTANCE, PUBLIC_URL, BASE_DOMAIN } = config;
  if (instance === null) return "'none'";
  if (!SINGLE_INSTANCE)
    return [
      `${instance}.${BASE_DOMAIN}:* *.${instance}.${BASE_DOMAIN}:*`,
      ...customHosts.map((each) => `${each}:*`),
    ].join(" ");
  if (!hasPackageOrigins(config)) return `${stripPort(host)}:*`;
  return PUBLIC_URL ? new URL(PUBLIC_URL).origin : "localhost:* 127.0.0.1:* *.localhost:*";
}

function stripPort(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, "").replace(/\.$/, "");
}
