import type { Language } from "./letter-words.ts";

/** What a person is mailed of: the same as in the list under the bell. */
export type NoticeKind =
  | "enrolled"
  | "submission_accepted"
  | "submission_returned"
  | "certificate_issued"
  | "begun_again"
  | "course_closing"
  | "certificate_expiring"
  | "export_ready";

/** Something a person is told of, and the page of the product that shows it. */
export interface Notice {
  kind: NoticeKind;
  course: string;
  unit: string;
  /** ISO date, for reminders. */
  on: string | null;
  path: string;
}

/** What its words need. */
interface NoticeSubject {
  course: string;
  unit: string;
  /** In words, for reminders. */
  day: string;
}

interface NoticeWords {
  /** The notice itself, without its full stop: a subject, a heading, a line of a list. */
  title: (about: NoticeSubject) => string;
  more?: string;
  button: string;
}

interface AllWords {
  greeting: (name: string) => string;
  several: (count: number, site: string) => string;
  open: string;
  /** Above the link to the profile. */
  turnOff: string;
  kinds: Readonly<Record<NoticeKind, NoticeWords>>;
}

/** What the mails about one's courses say, in the language of whoever gets them. */
export const NOTICE_WORDS: Readonly<Record<Language, AllWords>> = {
  en: {
    greeting: (name) => `Hello ${name},`,
    several: (count, site) => `${count} messages for you at ${site}`,
    open: "Open my courses",
    turnOff: "If you do not want these mails, turn them off in your profile:",
    kinds: {
      enrolled: { title: ({ course }) => `You have been enrolled in ‘${course}’`, button: "Open the course" },
      submission_accepted: { title: ({ unit }) => `Your work for ‘${unit}’ was accepted`, button: "Open the unit" },
      submission_returned: {
        title: ({ unit }) => `Your work for ‘${unit}’ was returned`,
        more: "Read the comment, change what it asks for, and hand your work in again.",
        button: "Open the unit",
      },
      certificate_issued: {
        title: ({ course }) => `Your certificate for ‘${course}’ is ready`,
        button: "Open my certificates",
      },
      begun_again: {
        title: ({ course }) => `You are to take ‘${course}’ again`,
        more: "Your progress begins anew. What you did before is kept, with its certificate.",
        button: "Open the course",
      },
      course_closing: {
        title: ({ course, day }) => `‘${course}’ closes on ${day}`,
        more: "You have not completed it yet.",
        button: "Open the course",
      },
      export_ready: {
        title: () => "The report you asked for is ready",
        more: "The file is kept for seven days.",
        button: "Open my exports",
      },
      certificate_expiring: {
        title: ({ course, day }) => `Your certificate for ‘${course}’ expires on ${day}`,
        more: "Ask your training administrator how to renew it.",
        button: "Open my certificates",
      },
    },
  },
  fr: {
    greeting: (name) => `Bonjour ${name},`,
    several: (count, site) => `${count} messages pour vous chez ${site}`,
    open: "Ouvrir mes cours",
    turnOff: "Si vous ne souhaitez pas recevoir ces messages, désactivez-les dans votre profil :",
    kinds: {
      enrolled: { title: ({ course }) => `Vous êtes inscrit(e) au cours « ${course} »`, button: "Ouvrir le cours" },
      submission_accepted: {
        title: ({ unit }) => `Votre travail pour « ${unit} » a été accepté`,
        button: "Ouvrir l’unité",
      },
      submission_returned: {
        title: ({ unit }) => `Votre travail pour « ${unit} » vous a été renvoyé`,
        more: "Lisez le commentaire, corrigez votre travail et remettez-le à nouveau.",
        button: "Ouvrir l’unité",
      },
      certificate_issued: {
        title: ({ course }) => `Votre certificat pour « ${course} » est prêt`,
        button: "Ouvrir mes certificats",
      },
      begun_again: {
        title: ({ course }) => `Vous devez suivre à nouveau le cours « ${course} »`,
        more: "Votre progression repart de zéro. Ce que vous avez fait auparavant est conservé, avec son certificat.",
        button: "Ouvrir le cours",
      },
      course_closing: {
        title: ({ course, day }) => `Le cours « ${course} » se termine le ${day}`,
        more: "Vous ne l’avez pas encore achevé.",
        button: "Ouvrir le cours",
      },
      export_ready: {
        title: () => "Le rapport demandé est prêt",
        more: "Le fichier est conservé pendant sept jours.",
        button: "Ouvrir mes exports",
      },
      certificate_expiring: {
        title: ({ course, day }) => `Votre certificat pour « ${course} » expire le ${day}`,
        more: "Demandez à votre responsable de formation comment le renouveler.",
        button: "Ouvrir mes certificats",
      },
    },
  },
  es: {
    greeting: (name) => `Hola, ${name}:`,
    several: (count, site) => `${count} mensajes para usted en ${site}`,
    open: "Abrir mis cursos",
    turnOff: "Si no desea recibir estos mensajes, desactívelos en su perfil:",
    kinds: {
      enrolled: { title: ({ course }) => `Se le ha inscrito en «${course}»`, button: "Abrir el curso" },
      submission_accepted: {
        title: ({ unit }) => `Se ha aceptado su trabajo para «${unit}»`,
        button: "Abrir la unidad",
      },
      submission_returned: {
        title: ({ unit }) => `Se le ha devuelto su trabajo para «${unit}»`,
        more: "Lea el comentario, cambie lo que pide y entregue de nuevo su trabajo.",
        button: "Abrir la unidad",
      },
      certificate_issued: {
        title: ({ course }) => `Su certificado de «${course}» está listo`,
        button: "Abrir mis certificados",
      },
      begun_again: {
        title: ({ course }) => `Debe realizar de nuevo «${course}»`,
        more: "Su progreso empieza de nuevo. Lo que hizo antes se conserva, con su certificado.",
        button: "Abrir el curso",
      },
      course_closing: {
        title: ({ course, day }) => `«${course}» se cierra el ${day}`,
        more: "Todavía no lo ha completado.",
        button: "Abrir el curso",
      },
      export_ready: {
        title: () => "El informe que solicitó está listo",
        more: "El archivo se conserva durante siete días.",
        button: "Abrir mis exportaciones",
      },
      certificate_expiring: {
        title: ({ course, day }) => `Su certificado de «${course}» caduca el ${day}`,
        more: "Pregunte a la persona responsable de formación cómo renovarlo.",
        button: "Abrir mis certificados",
      },
    },
  },
};
