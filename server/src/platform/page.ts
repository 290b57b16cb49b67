import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";
import type { Language } from "../i18n/translate.ts";

/** HTML that is safe to insert. */
class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Markup | readonly Markup[];

/** Builds HTML from a template and escapes every inserted text except markup. */
export function markup(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  const texts = parts.map((part) => {
    if (part instanceof Markup) return part.text;
    if (typeof part === "object") return part.map((each) => each.text).join("");
    return escape(String(part));
  });
  return new Markup(String.raw({ raw: strings.raw }, ...texts));
}

/**
 * Inserts markup at the start of a page's head, before any code of the page runs. Works on bytes, so that any encoding
 * that contains ASCII survives.
 */
export function insertInHead(page: Buffer, markup: string): Buffer {
  const text = page.toString("latin1");
  const place = /<head(\s[^>]*)?>/i.exec(text) ?? /<html(\s[^>]*)?>/i.exec(text) ?? /^\s*<!doctype[^>]*>/i.exec(text);
  const at = place ? place.index + place[0].length : 0;
  return Buffer.concat([page.subarray(0, at), Buffer.from(markup), page.subarray(at)]);
}

export const nothing = new Markup("");

/** A small page of the server. */
export interface Page {
  title: string;
  body: Markup;
  language: Language;
  /** The origins that may show it in a frame, in the form of the content security policy. */
  framedBy?: string;
  /** Where its form leads besides its own origin, also through redirects: browsers stop at any other address. */
  formTargets?: string;
  /** A script of the product, which the policy allows by its hash. */
  script?: string;
  /** The address of a script of the built client. With it, the page may load the client's scripts and call the server. */
  module?: string | null;
}

/** The icon of the web client; without it, browsers ask for one that does not exist. */
export const ICON = '<link rel="icon" href="/icon.svg" type="image/svg+xml">';

/** Sends a small page of the server with one style sheet, which the policy allows by its hash. */
export function sendPage(
  reply: FastifyReply,
  productName: string,
  { title, body, language, framedBy = "'none'", formTargets = "", script, module = null }: Page,
): FastifyReply {
  const page = markup`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">${framedBy === "'none'" ? new Markup(ICON) : nothing}<title>${title} | ${productName}</title>${module === null ? nothing : markup`<script type="module" src="${module}"></script>`}<style>${new Markup(STYLE)}</style></head>
<body><main>${body}</main>${script === undefined ? nothing : new Markup(`<script>${script}</script>`)}</body></html>`;
  const scripts = [script !== undefined && `'sha256-${hash(script)}'`, module !== null && "'self'"].filter(Boolean);
  return reply
    .type("text/html; charset=utf-8")
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .header(
      "content-security-policy",
      `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; ${scripts.length > 0 ? `script-src ${scripts.join(" ")}; ` : ""}${module === null ? "" : "connect-src 'self'; "}img-src 'self'; form-action 'self' ${formTargets}; frame-ancestors ${framedBy}; base-uri 'none'`,
    )
    .send(page.text);
}

function escape(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (character) => entities[character]!);
}

const STYLE = `
:root { --bg: #f6fafa; --surface: #fff; --ink: #18211f; --muted: #5a6664; --line: #d9e2e1; --strong: #7b8886; --brand: #1f5c63; --on-brand: #fff; --danger: #b3261e; --warn: #b4740e; --ok: #2f7d4f }
@media (prefers-color-scheme: dark) { :root { --bg: #121817; --surface: #1a2221; --ink: #eef3f2; --muted: #a3afad; --line: #2f3a38; --strong: #77837f; --brand: #7cc0c6; --on-brand: #0d1413; --danger: #f2867e; --warn: #e0ab55; --ok: #63c08a } }
* { box-sizing: border-box }
body { margin: 0; background: var(--bg); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 34rem; margin: 8vh auto; padding: 2rem 1.5rem }
h1 { font: 500 2rem/1.15 Georgia, serif; margin: 0 0 .75rem; text-wrap: balance }
p { margin: 0 0 1rem; color: var(--muted) }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .5rem 1.5rem; margin: 1.5rem 0; padding: 1.25rem 1.5rem; background: var(--surface); border: 1px solid var(--line); border-radius: 14px }
dt { color: var(--muted) } dd { margin: 0; font-weight: 600; overflow-wrap: anywhere }
label { display: block; margin: 1.1rem 0 .3rem; font-weight: 500; font-size: .9rem }
input { width: 100%; height: 2.75rem; padding: 0 .9rem; font: inherit; color: inherit; background: var(--surface); border: 1px solid var(--strong); border-radius: 9px }
input[aria-invalid] { border-color: var(--danger) }
.address { display: flex; align-items: center; gap: .4rem } .address input { flex: 1; min-width: 0 } .address span { color: var(--muted); overflow-wrap: anywhere }
.hint { margin: .3rem 0 0; font-size: .85rem }
.strength:not(:empty) { min-height: 3.4rem; margin-top: .5rem; font-size: .85rem } .strength p { margin: 0 } .strength strong { color: var(--ink); font-weight: 500 }
@media (max-width: 640px) { .strength:not(:empty) { min-height: 4.7rem } }
[role=meter] { display: grid; grid-template-columns: repeat(4, 1fr); gap: .25rem; margin-bottom: .4rem } [role=meter] span { height: .4rem; border-radius: 99px }
.bg-line { background: var(--line) } .bg-danger { background: var(--danger) } .bg-warn { background: var(--warn) } .bg-ok { background: var(--ok) }
a { color: var(--brand) }
.error { margin: .3rem 0 0; color: var(--danger); font-size: .85rem }
.state { display: inline-block; padding: .15rem .7rem; border: 1px solid currentColor; border-radius: 99px; color: var(--ink); font-weight: 600; font-size: .9rem }
button { margin-top: 1.75rem; width: 100%; height: 3rem; border: 0; border-radius: 9px; background: var(--brand); color: var(--on-brand); font: 600 1rem system-ui, sans-serif; cursor: pointer }
:focus-visible { outline: 2px solid var(--brand); outline-offset: 2px }
`;
const STYLE_HASH = hash(STYLE);

function hash(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}
