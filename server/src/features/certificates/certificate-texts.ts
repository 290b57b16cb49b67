import { inContext, type Message, t } from "../../i18n/message.ts";
import { type Language, translate } from "../../i18n/translate.ts";

/** The texts of a certificate and its public page. */
export const TEXTS = {
  awardedTo: t`This is to certify that`,
  completedOn: t`Completed on`,
  validUntil: t`Valid until`,
  number: t`Certificate number`,
  check: t`Scan to check this certificate`,
  valid: t`This certificate is valid.`,
  expired: t`This certificate has expired.`,
  revoked: t`This certificate has been revoked and is no longer valid.`,
  name: t`Name`,
  course: t`Course`,
  path: t`Learning path`,
  issuedBy: t`Issued by`,
  notFound: t`Certificate not found`,
  checkAddress: t`There is no certificate with this code here. Please check the address, or scan the code on the certificate again.`,
} as const satisfies Record<string, Message>;

/**
 * The texts of the seeded types. The table `certificate_types` contains them in English, the only language of types
 * that are added later.
 */
const SEEDED: readonly Message[] = [
  inContext("certificate")`Certificate of completion`,
  inContext("certificate")`has completed the course`,
  inContext("certificate")`has completed the learning path`,
  inContext("certificate")`Safer Internet Day`,
  inContext("certificate")`took part in and completed`,
  inContext("certificate")`Bespoke curriculum`,
  inContext("certificate")`has completed the teacher training`,
  inContext("certificate")`Staff training`,
  inContext("certificate")`has completed the staff course`,
  inContext("certificate")`Safeguarding certificate`,
  inContext("certificate")`has completed the safeguarding training`,
];

/** Returns heading and statement of a certificate in its language. */
export function translateType({
  language,
  heading,
  statement,
}: {
  language: Language;
  heading: string;
  statement: string;
}): { heading: string; statement: string } {
  return { heading: translateSeeded(heading, language), statement: translateSeeded(statement, language) };
}

function translateSeeded(text: string, language: Language): string {
  const seeded = SEEDED.find((message) => translate(message, "en") === text);
  return seeded ? translate(seeded, language) : text;
}

/** Writes a day (yyyy-mm-dd) out: '3 March 2026', '3 mars 2026', '3 de marzo de 2026'. */
export const writeDay = (day: string, language: Language): string =>
  translate({ id: "{0}", values: [{ day }] }, language);
