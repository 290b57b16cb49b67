import type { ActivityKind } from "./activity.service.ts";

export type Language = "en" | "fr" | "es";

/** What the words of an entry are made from. */
export interface Told {
  course: string | null;
  unit: string | null;
  /** Who did it, where it was somebody else. */
  by: string | null;
}

export function isLanguage(text: string | null | undefined): text is Language {
  return text != null && Object.hasOwn(WORDS, text);
}

type Words = Record<ActivityKind, (told: Told) => string>;

/** The words of an entry of the activity log. */
export function messageOf(language: Language, kind: string, told: Told): string {
  const words = WORDS[language];
  const message = Object.hasOwn(words, kind) ? words[kind as ActivityKind](told) : kind;
  return told.by ? `${message} ${BY[language](told.by)}` : message;
}

const BY: Record<Language, (name: string) => string> = {
  en: (name) => `(by ${name})`,
  fr: (name) => `(par ${name})`,
  es: (name) => `(por ${name})`,
};

const WORDS: Record<Language, Words> = {
  en: {
    signed_in: () => "Signed in",
    enrolled: ({ course }) => `Enrolled in ${named(course)}`,
    started: ({ course }) => `Started ${named(course)}`,
    started_again: ({ course }) => `Started ${named(course)} again`,
    unit_completed: ({ course, unit }) => `Completed the unit ${named(unit)} of ${named(course)}`,
    answered: ({ course, unit }) => `Answered a question in ${named(unit)} of ${named(course)}`,
    submitted: ({ course, unit }) => `Handed in ${named(unit)} of ${named(course)}`,
    accepted: ({ course, unit }) => `Had ${named(unit)} of ${named(course)} accepted`,
    returned: ({ course, unit }) => `Had ${named(unit)} of ${named(course)} returned`,
    course_completed: ({ course }) => `Completed ${named(course)}`,
    certificate_issued: ({ course }) => `Received the certificate for ${named(course)}`,
    password_changed: () => "Changed the password",
  },
  fr: {
    signed_in: () => "S’est connecté",
    enrolled: ({ course }) => `Inscrit à ${named(course)}`,
    started: ({ course }) => `A commencé ${named(course)}`,
    started_again: ({ course }) => `A recommencé ${named(course)}`,
    unit_completed: ({ course, unit }) => `A terminé l’unité ${named(unit)} de ${named(course)}`,
    answered: ({ course, unit }) => `A répondu à une question dans ${named(unit)} de ${named(course)}`,
    submitted: ({ course, unit }) => `A remis ${named(unit)} de ${named(course)}`,
    accepted: ({ course, unit }) => `${named(unit)} de ${named(course)} a été accepté`,
    returned: ({ course, unit }) => `${named(unit)} de ${named(course)} a été renvoyé`,
    course_completed: ({ course }) => `A terminé ${named(course)}`,
    certificate_issued: ({ course }) => `A reçu le certificat de ${named(course)}`,
    password_changed: () => "A changé le mot de passe",
  },
  es: {
    signed_in: () => "Inició sesión",
    enrolled: ({ course }) => `Inscripción en ${named(course)}`,
    started: ({ course }) => `Empezó ${named(course)}`,
    started_again: ({ course }) => `Empezó de nuevo ${named(course)}`,
    unit_completed: ({ course, unit }) => `Completó la unidad ${named(unit)} de ${named(course)}`,
    answered: ({ course, unit }) => `Respondió a una pregunta en ${named(unit)} de ${named(course)}`,
    submitted: ({ course, unit }) => `Entregó ${named(unit)} de ${named(course)}`,
    accepted: ({ course, unit }) => `Se aceptó ${named(unit)} de ${named(course)}`,
    returned: ({ course, unit }) => `Se devolvió ${named(unit)} de ${named(course)}`,
    course_completed: ({ course }) => `Completó ${named(course)}`,
    certificate_issued: ({ course }) => `Recibió el certificado de ${named(course)}`,
    password_changed: () => "Cambió la contraseña",
  },
};

/** A title in quotes; what has none, or is gone for good, is three dots. */
function named(title: string | null): string {
  return `'${title || "…"}'`;
}
