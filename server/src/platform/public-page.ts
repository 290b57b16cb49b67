import { createHash } from "node:crypto";
import { ICON, markup } from "./page.ts";
import { STYLE } from "./public-page-style.ts";

/** What the browser may do with public pages: show them with their own style, and pictures of the same site. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "font-src data:",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Renders a public page, such as that of a certificate, with the path motif at its end. */
export function publicPage(language: string, title: string, body: ReturnType<typeof markup>, colour: string): string {
  const main = markup`<h1>${title}</h1>
${body}
<svg viewBox="0 0 496 40" aria-hidden="true"><path d="M0 30C120 -6 220 46 340 22S460 12 496 16" fill="none" stroke="${colour}" stroke-width="2"/><circle cx="340" cy="22" r="6" fill="#d97f46" stroke="#fff" stroke-width="2"/></svg>`;
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">${ICON}${markup`<title>${title}</title>`.text}<style>${STYLE}</style></head>
<body><main>${main.text}</main></body></html>
`;
}
