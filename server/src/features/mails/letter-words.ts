export type Language = "en" | "fr" | "es";
export type LinkMail = "invitation" | "password_reset";

interface LetterWords {
  subject: string;
  /** The first line, in large letters. */
  title: string;
  /** Paragraphs before the button. */
  before: string[];
  button: string;
  /** Paragraphs after it. */
  after: string[];
}

interface LinkWords {
  greeting: (name: string) => string;
  /** Above the address, for readers whose button does not work. */
  address: string;
  invitation: (site: string) => LetterWords;
  password_reset: (site: string) => LetterWords;
}

/** What the mails with a link say, in the language of whoever gets them. */
export const LINK_WORDS: Readonly<Record<Language, LinkWords>> = {
  en: {
    greeting: (name) => `Hello ${name},`,
    address: "If the button does not work, open this address:",
    invitation: (site) => ({
      subject: `Welcome to ${site}`,
      title: `Welcome to ${site}`,
      before: [`An account has been made for you at ${site}. Choose your password to begin.`],
      button: "Set your password",
      after: ["This link works once, for seven days. After that, ask your training administrator for a new one."],
    }),
    password_reset: (site) => ({
      subject: `Reset your password for ${site}`,
      title: "Reset your password",
      before: [`Somebody asked for a new password for your account at ${site}. If it was you, choose one here.`],
      button: "Choose a new password",
      after: [
        "This link works once, for one hour.",
        "If it was not you, you need not do anything: your password stays as it is.",
      ],
    }),
  },
  fr: {
    greeting: (name) => `Bonjour ${name},`,
    address: "Si le bouton ne fonctionne pas, ouvrez cette adresse :",
    invitation: (site) => ({
      subject: `Bienvenue chez ${site}`,
      title: `Bienvenue chez ${site}`,
      before: [`Un compte a été créé pour vous chez ${site}. Choisissez votre mot de passe pour commencer.`],
      button: "Définir votre mot de passe",
      after: [
        "Ce lien fonctionne une seule fois, pendant sept jours. Passé ce délai, demandez-en un nouveau à votre responsable de formation.",
      ],
    }),
    password_reset: (site) => ({
      subject: `Réinitialisez votre mot de passe pour ${site}`,
      title: "Réinitialisez votre mot de passe",
      before: [
        `Quelqu’un a demandé un nouveau mot de passe pour votre compte chez ${site}. Si c’était vous, choisissez-en un ici.`,
      ],
      button: "Choisir un nouveau mot de passe",
      after: [
        "Ce lien fonctionne une seule fois, pendant une heure.",
        "Si ce n’était pas vous, vous n’avez rien à faire : votre mot de passe reste inchangé.",
      ],
    }),
  },
  es: {
    greeting: (name) => `Hola, ${name}:`,
    address: "Si el botón no funciona, abra esta dirección:",
    invitation: (site) => ({
      subject: `Le damos la bienvenida a ${site}`,
      title: `Le damos la bienvenida a ${site}`,
      before: [`Se ha creado una cuenta para usted en ${site}. Elija su contraseña para empezar.`],
      button: "Establecer su contraseña",
      after: [
        "Este enlace funciona una sola vez, durante siete días. Después, pida uno nuevo a la persona responsable de formación.",
      ],
    }),
    password_reset: (site) => ({
      subject: `Restablezca su contraseña de ${site}`,
      title: "Restablezca su contraseña",
      before: [`Alguien ha pedido una nueva contraseña para su cuenta en ${site}. Si ha sido usted, elíjala aquí.`],
      button: "Elegir una nueva contraseña",
      after: [
        "Este enlace funciona una sola vez, durante una hora.",
        "Si no ha sido usted, no tiene que hacer nada: su contraseña no cambia.",
      ],
    }),
  },
};

/** What a message from the contact page says around itself, to the platform's people. */
export const CONTACT_WORDS: Readonly<
  Record<Language, { subject: (name: string) => string; title: string; from: string; country: string; answer: string }>
> = {
  en: {
    subject: (name) => `Question from ${name}`,
    title: "A question from the contact page",
    from: "From",
    country: "Country",
    answer: "Answer this mail to reach them.",
  },
  fr: {
    subject: (name) => `Question de ${name}`,
    title: "Une question de la page de contact",
    from: "De",
    country: "Pays",
    answer: "Répondez à ce message pour joindre cette personne.",
  },
  es: {
    subject: (name) => `Pregunta de ${name}`,
    title: "Una pregunta de la página de contacto",
    from: "De",
    country: "País",
    answer: "Responda a este mensaje para contactar con esa persona.",
  },
};

interface ReportWords {
  greeting: (name: string) => string;
  title: (report: string) => string;
  attached: string;
  button: string;
  stop: string;
}

/** What the mail with a planned report says. */
export const REPORT_WORDS: Readonly<Record<Language, ReportWords>> = {
  en: {
    greeting: (name) => `Hello ${name},`,
    title: (report) => `Report: ${report}`,
    attached: "The report that was planned for you is attached. It holds the people whose reports you may read.",
    button: "Open the reports",
    stop: "An administrator of your organisation has planned this mail. Ask them if you do not want it any more.",
  },
  fr: {
    greeting: (name) => `Bonjour ${name},`,
    title: (report) => `Rapport : ${report}`,
    attached: "Le rapport prévu pour vous est joint. Il porte sur les personnes dont vous pouvez lire les rapports.",
    button: "Ouvrir les rapports",
    stop: "Un administrateur de votre organisation a prévu cet envoi. Adressez-vous à lui si vous n’en voulez plus.",
  },
  es: {
    greeting: (name) => `Hola, ${name}:`,
    title: (report) => `Informe: ${report}`,
    attached: "Se adjunta el informe previsto para usted. Contiene a las personas cuyos informes puede leer.",
    button: "Abrir los informes",
    stop: "Un administrador de su organización ha programado este correo. Hable con él si ya no lo desea.",
  },
};
