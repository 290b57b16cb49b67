import { BranchByUrl, InstanceByUrl } from "./boot.documents.ts";
import { execute } from "./graphql.ts";
import { setBranchUrl } from "./scope.ts";
import { setDateFormat, setTimeZone } from "../ui/format.ts";

export type BootInstance = {
  id: number;
  name: string;
  domain: string;
  logo_url?: string | null;
  logo_dark_url?: string | null;
  icon_url?: string | null;
  login_picture_url?: string | null;
  primary_color?: string | null;
  secondary_color?: string | null;
  language?: string | null;
  time_zone?: string | null;
  date_format?: string | null;
  /** The languages that users may choose; all of the product when it is missing. */
  languages?: string[];
  /** On which weeks begin: 1 (Monday), 6 (Saturday) or 7 (Sunday). */
  first_weekday?: number;
  welcome_text?: string | null;
  support?: Support;
  privacy_contact?: PrivacyContact;
};
/** Whom people ask about their data; null where nothing is set. */
export type PrivacyContact = { name?: string | null; email?: string | null };
/** Whom users ask for help; null where nothing is set. */
export type Support = { text?: string | null; email?: string | null; phone?: string | null; link?: string | null };
export type BootBranch = {
  id: number;
  name: string;
  url?: string | null;
  logo_url?: string | null;
  logo_dark_url?: string | null;
  icon_url?: string | null;
  login_picture_url?: string | null;
  primary_color?: string | null;
  secondary_color?: string | null;
  language?: string | null;
  welcome_text?: string | null;
};

/** What the server knows about the address before sign-in. `detected` contains the names in the host. */
export type Boot = {
  productName: string;
  baseDomain: string;
  instance: BootInstance | null;
  branch: BootBranch | null;
  detected: { instance: string | null; branch: string | null };
  /** The server serves this instance alone, at this address: its branches have none (ADR 227). */
  isOnlyInstance?: boolean;
  /** Packages run in a sandbox here, in which some packages do not work. */
  sandboxesPackages: boolean;
  /** Whether people register at this address without an invitation. */
  isOpenToAll?: boolean;
  /** The identity providers by which people sign in at this address. */
  signInButtons?: { id: number; kind: string; name: string }[];
  /** Whether the domain of an e-mail address may lead to a provider. */
  hasEmailDomains?: boolean;
  /** Whether they sign in only by these. */
  hasNoPasswords?: boolean;
};

let current: Boot = {
  productName: "Cairn",
  baseDomain: "localhost",
  instance: null,
  branch: null,
  detected: { instance: null, branch: null },
  sandboxesPackages: false,
};

/** Returns the tenant of this address, after `loadBoot`. */
export const boot = () => current;

/** Replaces what is known of the tenant, after its settings were changed and for tests. */
export function setBoot(next: Partial<Boot>) {
  current = { ...current, ...next };
  setBranchUrl(current.branch?.url ?? null);
  setTimeZone(current.instance?.time_zone);
  setDateFormat(current.instance?.date_format);
  showIcon();
  for (const listener of listeners) listener();
}

const listeners = new Set<() => void>();

/** Calls back when the settings of the tenant have changed. */
export function onBootChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reads what the server wrote into the page; a page without it (the development server) sends the two queries. */
export async function loadBoot() {
  const text = document.getElementById("cairn-boot")?.textContent?.trim();
  setBoot(text ? (JSON.parse(text) as Boot) : await askServer());
  const { detected, instance, branch } = current;
  if (detected.instance && !instance) console.warn(`There is no instance named ${detected.instance}.`);
  if (detected.branch && !branch) console.warn(`There is no branch named ${detected.branch}.`);
}

/** Returns the labels before the base domain: the last is the instance, the one before it the branch. */
export function detect(host: string, baseDomain: string): Boot["detected"] {
  const name = host.toLowerCase();
  if (!name.endsWith(`.${baseDomain}`)) return { instance: null, branch: null };
  const labels = name.slice(0, -baseDomain.length - 1).split(".");
  return { instance: labels.at(-1) ?? null, branch: labels.at(-2) ?? null };
}

/** Tells whether this address belongs to an instance and, if it names a branch, to a branch of it. */
export const isKnownSite = () =>
  current.instance !== null && (current.detected.branch === null || current.branch !== null);

/**
 * Returns the logo and name at the top of every page: the branch's, else the instance's, else the product's. A dark page has
 * the logo for dark pages of the same owner.
 */
export function organisation(isDark = false) {
  const { branch, instance, productName } = current;
  const owner = [branch, instance].find((each) => each?.logo_url || (isDark && each?.logo_dark_url));
  const logo = (isDark && owner?.logo_dark_url) || owner?.logo_url || null;
  return { name: branch?.name ?? instance?.name ?? productName, logo };
}

/** Returns what people see beside the login form: the branch's picture and text, else the instance's. */
export function loginLook() {
  const { branch, instance } = current;
  return {
    picture: branch?.login_picture_url ?? instance?.login_picture_url,
    text: branch?.welcome_text ?? instance?.welcome_text,
  };
}

/** Shows the icon of the branch or the instance in the browser's tab, if there is one. */
function showIcon() {
  const icon = current.branch?.icon_url ?? current.instance?.icon_url;
  const link = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (!link) return;
  link.type = icon ? "" : "image/svg+xml";
  link.href = icon ?? "/icon.svg";
}

/** Returns whom users of this address ask for help; null when the organisation has set nothing. */
export function findSupport(): Support | null {
  const support = current.instance?.support;
  return support && Object.values(support).some(Boolean) ? support : null;
}

/** Returns whom users of this address ask about their data; null when the organisation has set nobody. */
export function findPrivacyContact(): PrivacyContact | null {
  const contact = current.instance?.privacy_contact;
  return contact && (contact.name || contact.email) ? contact : null;
}

async function askServer(): Promise<Partial<Boot>> {
  const detected = detect(location.hostname, current.baseDomain);
  if (!detected.instance) return { detected };
  try {
    const { instanceByUrl: instance } = await execute(InstanceByUrl, { url: detected.instance });
    const branch = instance && detected.branch ? (await execute(BranchByUrl, { url: detected.branch })).branch : null;
    return { detected, instance: instance ?? null, branch: branch ?? null };
  } catch (error) {
    console.warn("The tenant of this address could not be asked for.", error);
    return { detected };
  }
}
