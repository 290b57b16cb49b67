import { createHash } from "node:crypto";
import { markup } from "../../platform/page.ts";
import { findColours } from "./certificate-colours.ts";
import { STYLE } from "./certificate-page-style.ts";
import { type Language, translate } from "../../i18n/translate.ts";
import { TEXTS, translateType, writeDay } from "./certificate-texts.ts";
import type { CertificateRow } from "./certificates.queries.ts";

/** What the browser may do with these pages: show them with their own style. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "font-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Renders the public page of a certificate: its owner, its course, and whether it is valid. */
export function certificatePage(certificate: CertificateRow): string {
  const { language, state } = certificate;
  const say = (text: keyof typeof TEXTS) => translate(TEXTS[text], language);
  const { heading } = translateType(certificate);
  const facts = [
    [say("name"), certificate.user_name],
    [say("course"), certificate.course_title],
    [say("completedOn"), writeDay(certificate.completed_on, language)],
    [say("validUntil"), writeDay(certificate.expires_on, language)],
    [say("issuedBy"), certificate.instance_name],
  ] as const;
  const body = markup`<p class="state ${state}">${say(state)}</p>
<dl>${facts.map(([name, value]) => markup`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
  return page(language, heading, body, findColours(certificate.certificate_type).deep);
}

/** Renders the page for a code without a certificate on this site. */
export function noCertificatePage(language: Language): string {
  const body = markup`<p>${translate(TEXTS.checkAddress, language)}</p>`;
  return page(language, translate(TEXTS.notFound, language), body, findColours("Default").deep);
}

function page(language: string, title: string, body: ReturnType<typeof markup>, colour: string): string {
  const main = markup`<h1>${title}</h1>
${body}
<svg viewBox="0 0 496 40" aria-hidden="true"><path d="M0 30C120 -6 220 46 340 22S460 12 496 16" fill="none" stroke="${colour}" stroke-width="2"/><circle cx="340" cy="22" r="6" fill="#d97f46" stroke="#fff" stroke-width="2"/></svg>`;
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">${markup`<title>${title}</title>`.text}<style>${STYLE}</style></head>
<body><main>${main.text}</main></body></html>
`;
}
