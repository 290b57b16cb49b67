import { refuse } from "./refusal.ts";

/** Where something is launched: a file of the package, or a page elsewhere. */
export interface Launch {
  /** The path of the file in the package; null for a page elsewhere. */
  path: string | null;
  /** As it is opened: the path percent-encoded with query and fragment, or an https address. */
  url: string;
}

const HERE = "http://package.invalid/";
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/**
 * Resolves an href of a manifest (standards A1.6): bases in order, then percent-decoding, then the item's parameters.
 * @param findFile the real name of a file, whatever the writing of its letters; null when there is none
 * @throws Refusal for what leaves the package, is not in it, or is no address to open
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
  if (found === null) return refuse(`The manifest names '${path}', which is not in the package.`);
  return { path: found, url: withParameters(encodePath(found) + query + fragment, parameters) };
}

/**
 * Appends an item's parameters as SCORM has it (CAM 4th Ed. 3.4.1.5): '#' begins a fragment, and is dropped when there is one;
 * otherwise a leading '?' or '&' goes and '?' or '&' joins, before a fragment.
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

/** A path as part of an address: each of its segments percent-encoded. */
export function encodePath(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}

/** An address that stands for itself begins anew. */
function join(base: string, next: string): string {
  return SCHEME.test(next) || next.startsWith("/") ? next : base + next;
}

/** Bases are folders, whether their writer has ended them with '/' or not. */
function folder(base: string): string {
  return base === "" || base.endsWith("/") ? base : `${base}/`;
}

/** The segments of a path inside of the package, decoded once; refused when they lead out of it. */
function inside(raw: string, href: string): string {
  const out: string[] = [];
  for (const segment of decoded(raw).replaceAll("\\", "/").replace(/^\/+/, "").split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") out.push(segment);
    else if (out.pop() === undefined) refuse(`The manifest names '${href}', which is outside of the package.`);
  }
  if (out.length === 0 || /[\0-\x1f]/.test(out.join("/")))
    refuse(`The manifest names '${href}', which is no file of the package.`);
  return out.join("/");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A '%' that stands for itself in the name of a file.
    return text;
  }
}

function elsewhere(target: string, href: string, parameters: string): Launch {
  const url = target.startsWith("//") ? `https:${target}` : target;
  if (/^http:/i.test(url))
    refuse(`The manifest launches '${href}'. Pages outside of the package have to be at an https:// address.`);
  if (!/^https:\/\/[a-z0-9[]/i.test(url) || !URL.canParse(url))
    refuse(`The manifest launches '${href}', which is not accepted.`);
  return { path: null, url: withParameters(new URL(url, HERE).href, parameters) };
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
