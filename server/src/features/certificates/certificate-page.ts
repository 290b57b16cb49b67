import { markup } from "../../platform/page.ts";
import { publicPage } from "../../platform/public-page.ts";
import { findColours } from "./certificate-colours.ts";
import { type Language, translate } from "../../i18n/translate.ts";
import { TEXTS, translateType, writeDay } from "./certificate-texts.ts";
import type { CertificateRow } from "./certificates.queries.ts";

/** Renders the public page of a certificate: its owner, its course or learning path, and whether it is valid. */
export function certificatePage(certificate: CertificateRow): string {
  const { page_language: language, state } = certificate;
  const say = (text: keyof typeof TEXTS) => translate(TEXTS[text], language);
  const { heading } = translateType({ ...certificate, language });
  const facts = [
    [say("name"), certificate.user_name],
    [say(certificate.path_id === null ? "course" : "path"), certificate.course_title],
    [say("completedOn"), writeDay(certificate.completed_on, language)],
    [say("validUntil"), writeDay(certificate.expires_on, language)],
    [say("issuedBy"), certificate.instance_name],
    ...(certificate.number ? [[say("number"), certificate.number] as const] : []),
  ] as const;
  const body = markup`<p class="state ${state}">${say(state)}</p>
<dl>${facts.map(([name, value]) => markup`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
  return publicPage(language, heading, body, findColours(certificate.certificate_type).deep);
}

/** Renders the page for a code without a certificate on this site. */
export function noCertificatePage(language: Language): string {
  const body = markup`<p>${translate(TEXTS.checkAddress, language)}</p>`;
  return publicPage(language, translate(TEXTS.notFound, language), body, findColours("Default").deep);
}
