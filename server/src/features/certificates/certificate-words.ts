import { getDateFormat } from "../../platform/date-formats.ts";

export type Language = "en" | "fr" | "es";

/** What a certificate and its public page say around the data, in the person's language. */
export const WORDS = {
  en: {
    awardedTo: "This is to certify that",
    completedOn: "Completed on",
    validUntil: "Valid until",
    check: "Scan to check this certificate",
    valid: "This certificate is valid.",
    expired: "This certificate has expired.",
    revoked: "This certificate has been revoked and is no longer valid.",
    name: "Name",
    course: "Course",
    issuedBy: "Issued by",
  },
  fr: {
    awardedTo: "Ceci certifie que",
    completedOn: "Terminé le",
    validUntil: "Valable jusqu’au",
    check: "Scannez pour vérifier ce certificat",
    valid: "Ce certificat est valable.",
    expired: "Ce certificat a expiré.",
    revoked: "Ce certificat a été révoqué et n’est plus valable.",
    name: "Nom",
    course: "Formation",
    issuedBy: "Délivré par",
  },
  es: {
    awardedTo: "Se certifica que",
    completedOn: "Completado el",
    validUntil: "Válido hasta el",
    check: "Escanee para comprobar este certificado",
    valid: "Este certificado es válido.",
    expired: "Este certificado ha caducado.",
    revoked: "Este certificado ha sido revocado y ya no es válido.",
    name: "Nombre",
    course: "Curso",
    issuedBy: "Emitido por",
  },
} as const satisfies Record<Language, Record<string, string>>;

/** A day (yyyy-mm-dd) written out: '3 March 2026', '3 mars 2026', '3 de marzo de 2026'. */
export function writtenDay(day: string, language: Language): string {
  return getDateFormat(language === "en" ? "en-GB" : language, { dateStyle: "long", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );
}

/** The seeded types in the other languages; the table `certificate_types` holds the English, and types added later have that alone. */
const TYPES: Record<"fr" | "es", Record<string, TypeWords>> = {
  fr: {
    Default: { heading: "Attestation de réussite", statement: "a suivi avec succès la formation" },
    SaferInternetDay: { heading: "Journée pour un Internet plus sûr", statement: "a participé avec succès à" },
    BespokeCurriculumTeacher: {
      heading: "Programme sur mesure",
      statement: "a suivi avec succès la formation des enseignants",
    },
    JamCodingStaff: { heading: "Formation du personnel", statement: "a suivi avec succès la formation du personnel" },
    Safeguarding: {
      heading: "Certificat de protection des personnes",
      statement: "a suivi avec succès la formation à la protection des personnes",
    },
  },
  es: {
    Default: { heading: "Certificado de finalización", statement: "ha completado el curso" },
    SaferInternetDay: { heading: "Día de Internet Segura", statement: "ha participado y completado" },
    BespokeCurriculumTeacher: { heading: "Programa a medida", statement: "ha completado la formación docente" },
    JamCodingStaff: { heading: "Formación del personal", statement: "ha completado el curso del personal" },
    Safeguarding: {
      heading: "Certificado de protección",
      statement: "ha completado la formación en protección de personas",
    },
  },
};

export interface TypeWords {
  heading: string;
  statement: string;
}

/** Heading and statement of a certificate in its language. */
export function typeWords({
  language,
  certificate_type,
  heading,
  statement,
}: TypeWords & { language: Language; certificate_type: string }): TypeWords {
  return (language === "en" ? undefined : TYPES[language][certificate_type]) ?? { heading, statement };
}
