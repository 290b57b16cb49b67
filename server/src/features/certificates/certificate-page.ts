import { createHash } from "node:crypto";
import { coloursOf } from "./certificate-colours.ts";
import { typeWords, WORDS, writtenDay } from "./certificate-words.ts";
import type { CertificateRow } from "./certificates.queries.ts";

const STYLE = `
:root { color-scheme: light; }
body { margin: 0; background: #f6faf9; color: #1b2523; font: 16px/1.5 Figtree, system-ui, sans-serif; display: grid; min-height: 100vh; place-items: center; }
main { box-sizing: border-box; width: min(100% - 32px, 560px); margin: 32px 0; padding: 32px; background: #fff; border: 1px solid #d8e2e0; border-radius: 14px; overflow-wrap: anywhere; }
h1 { margin: 0 0 20px; font: 500 32px/1.2 Newsreader, Georgia, serif; }
p { margin: 0; }
.state { padding: 12px 16px; border-radius: 9px; font-weight: 600; }
.valid { background: #e6f4ea; color: #1d5a2e; }
.expired { background: #fdf1dc; color: #6f4a06; }
.revoked { background: #fbe8e6; color: #8c241a; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 10px 24px; margin: 24px 0 0; }
dt { color: #5c6a68; }
dd { margin: 0; font-weight: 600; }
svg { display: block; width: 100%; height: auto; margin-top: 28px; }
@media (max-width: 420px) { dl { grid-template-columns: 1fr; gap: 2px; } dd { margin-bottom: 12px; } }
`;

/** What the browser may do with these pages: show them, with their own style, and nothing else. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
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
  const list = facts.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`).join("\n");
  const body = `<p class="state ${state}">${words[state]}</p>\n<dl>\n${list}\n</dl>`;
  return page(language, heading, body, coloursOf(certificate.certificate_type).deep);
}

/** What is shown for a code that belongs to no certificate of this site. */
export function noCertificatePage(): string {
  const body =
    "<p>There is no certificate with this code here. Please check the address, or scan the code on the certificate again.</p>";
  return page("en", "Certificate not found", body, coloursOf("Default").deep);
}

function page(language: string, title: string, body: string, colour: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${body}
<svg viewBox="0 0 496 40" aria-hidden="true"><path d="M0 30C120 -6 220 46 340 22S460 12 496 16" fill="none" stroke="${colour}" stroke-width="2"/><circle cx="340" cy="22" r="6" fill="#d97f46" stroke="#fff" stroke-width="2"/></svg>
</main>
</body>
</html>
`;
}

function escaped(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (character) => entities[character]!);
}
