import { createHash } from "node:crypto";
import { markup } from "../../platform/page.ts";
import { coloursOf } from "./certificate-colours.ts";
import { STYLE } from "./certificate-page-style.ts";
import { typeWords, WORDS, writtenDay } from "./certificate-words.ts";
import type { CertificateRow } from "./certificates.queries.ts";

/** What the browser may do with these pages: show them, with their own style, and nothing else. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "font-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The public page of a certificate: whose it is, for what, and whether it holds. */
export function certificatePage(certificate: CertificateRow): string {
  const { language, state } = certificate;
  const words = WORDS[language];
  const { heading } = typeWords(certificate);
  const facts = [
    [words.name, certificate.user_name],
    [words.course, certificate.course_title],
    [words.completedOn, writtenDay(certificate.completed_on, language)],
    [words.validUntil, writtenDay(certificate.expires_on, language)],
    [words.issuedBy, certificate.instance_name],
  ] as const;
  const body = markup`<p class="state ${state}">${words[state]}</p>
<dl>${facts.map(([name, value]) => markup`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
  return page(language, heading, body, coloursOf(certificate.certificate_type).deep);
}

/** What is shown for a code that belongs to no certificate of this site. */
export function noCertificatePage(): string {
  const body = markup`<p>There is no certificate with this code here. Please check the address, or scan the code on the certificate again.</p>`;
  return page("en", "Certificate not found", body, coloursOf("Default").deep);
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
