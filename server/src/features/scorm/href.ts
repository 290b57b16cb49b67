import { refuse } from "../../platform/refusal.ts";
import { t } from "../../i18n/message.ts";

/** What is launched: a file of the package, or an external page. */
export interface Launch {
  /** The path of the file in the package; null for an external page. */
  path: string | null;
  /** The address that is opened: the percent-encoded path with query and fragment, or an https address. */
  url: string;
}

const HERE = "http://package.invalid/";
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/**
 * Resolves an href of a manifest: applies the bases in order, percent-decoding, and the item's parameters.
 * @param findFile the real name of a file, ignoring case; null when there is none
 * @throws Refusal for an href that leaves the package, is missing in it, or cannot be opened
 */
export function resolveHref(
  bases: readonly (string | undefined)[],
  href: string,
  parameters: string,
  findFile: (path: string) => string | null,
): Launch {
  const joined = bases.reduce<string>((base, next) => folder(join(base, next?.trim() ?? "")), "");
  const target = join(joined, href.trim().replaceAll("\\", "/"));
  if (SCHEME.test(target) || target.startsWith("//")) return elsewhere(target, href, parameters);
  const [, raw = "", query = "", fragment = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(target)!;
  const path = inside(raw, href);
  const found = findFile(path);
  if (found === null) return refuse(t`The manifest names '${path}', which is not in the package.`);
  return { path: found, url: withParameters(encodePath(found) + query + fragment, parameters) };
}

/**
 * Appends an item's parameters as SCORM specifies (CAM 4th Ed. 3.4.1.5): '#' starts a fragment, which is dropped when
 * there is one already; otherwise a leading '?' or '&' is removed and '?' or '&' joins, before a fragment.
 */
export function withParameters(url: string, given: string): string {
  let parameters = given.trim();
  while (/^[?&]/.test(parameters)) parameters = parameters.slice(1);
  if (!parameters) return url;
  if (parameters.startsWith("#")) return url.includes("#") || url.includes("?") ? url : url + parameters;
  const [before, fragment] = splitOnce(url, "#");
  const separator = before.includes("?") ? (/[?&]$/.test(before) ? "" : "&") : "?";
  return before + separator + parameters + (fragment === undefined ? "" : `#${fragment}`);
}

/** Encodes each segment of a path with percent signs. */
export function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

/** An absolute address replaces the base. */
function join(base: string, next: string): string {
  return SCHEME.test(next) || next.startsWith("/") ? next : base + next;
}

/** Bases are folders, with or without a final '/'. */
function folder(base: string): string {
  return base === "" || base.endsWith("/") ? base : `${base}/`;
}

/** Decodes the segments of a path once. @throws Refusal when they leave the package */
function inside(raw: string, href: string): string {
  const out: string[] = [];
  for (const segment of decoded(raw).replaceAll("\\", "/").replace(/^\/+/, "").split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") out.push(segment);
    else if (out.pop() === undefined) refuse(t`The manifest names '${href}', which is outside of the package.`);
  }
  if (out.length === 0 || /[\0-\x1f]/.test(out.join("/")))
    refuse(t`The manifest names '${href}', which is no file of the package.`);
  return out.join("/");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A literal '%' in the name of a file.
    return text;
  }
}

function elsewhere(target: string, href: string, parameters: string): Launch {
  const url = target.startsWith("//") ? `https:${target}` : target;
  if (/^http:/i.test(url))
    refuse(t`The manifest launches '${href}'. Pages outside of the package have to be at an https:// address.`);
  if (!/^https:\/\/[a-z0-9[]/i.test(url) || !URL.canParse(url))
    refuse(t`The manifest launches '${href}', which is not accepted.`);
  return { path: null, url: withParameters(new URL(url, HERE).href, parameters) };
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
