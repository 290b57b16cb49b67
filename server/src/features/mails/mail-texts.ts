import { type Message, t } from "../../i18n/message.ts";

/** Mails to people who register. */
export type RegistrationMail =
  | "registration_confirm"
  | "registration_known"
  | "registration_approved"
  | "registration_refused";
/** Mails about a change of an address: to the new one, and to the old one. */
export type EmailChangeMail = "email_confirm" | "email_changing";
/** Mails instead of a link to set a password, to people who sign in only by an identity provider. */
export type ProviderMail = "provider_invitation" | "provider_sign_in";
export type LinkMail =
  | "invitation"
  | "password_reset"
  | "password_link"
  | ProviderMail
  | EmailChangeMail
  | RegistrationMail;

/** The greeting at the start of every mail. */
export const greet = (name: string): Message => t`Hello ${name},`;

interface LinkTexts {
  subject: Message;
  /** The heading. */
  title: Message;
  /** Paragraphs before the button. */
  before: Message[];
  button: Message;
  /** Paragraphs after the button. */
  after: Message[];
}

/** Before the address of a link, for readers whose button does not work. */
export const ADDRESS = t`If the button does not work, open this address:`;

/** The texts of mails with a link; `by` is the name of the user who sends a password link. */
export const LINK_TEXTS: Readonly<Record<LinkMail, (site: string, by: string) => LinkTexts>> = {
  invitation: (site) => ({
    subject: t`Welcome to ${site}`,
    title: t`Welcome to ${site}`,
    before: [t`An account was created for you at ${site}. Choose your password to begin.`],
    button: t`Set your password`,
    after: [t`This link works once, for seven days. After that, ask your training administrator for a new one.`],
  }),
  password_reset: (site) => ({
    subject: t`Reset your password for ${site}`,
    title: t`Reset your password`,
    before: [t`Someone asked for a new password for your account at ${site}. If it was you, choose one here.`],
    button: t`Choose a new password`,
    after: [
      t`This link works once, for one hour.`,
      t`If it was not you, you need not do anything: your password stays as it is.`,
    ],
  }),
  password_link: (site, by) => ({
    subject: t`Set a new password for ${site}`,
    title: t`Set a new password`,
    before: [t`${by} sent you a link to choose a new password for your account at ${site}.`],
    button: t`Choose a new password`,
    after: [
      t`This link works once, for one hour.`,
      t`Your current password works until you choose a new one. If you did not expect this mail, ask your training administrator.`,
    ],
  }),
  provider_invitation: (site) => ({
    subject: t`Welcome to ${site}`,
    title: t`Welcome to ${site}`,
    before: [t`An account was created for you at ${site}. You sign in with the account of your organisation.`],
    button: t`Log in`,
    after: [],
  }),
  provider_sign_in: (site) => ({
    subject: t`How you sign in at ${site}`,
    title: t`Sign in with your organisation`,
    before: [
      t`A new password for your account at ${site} was asked for. You need none there: you sign in with the account of your organisation.`,
    ],
    button: t`Log in`,
    after: [t`If it was not you, you need not do anything.`],
  }),
  email_confirm: (site) => ({
    subject: t`Confirm your new email for ${site}`,
    title: t`Confirm your new email`,
    before: [
      t`You have asked to use this address for your account at ${site}. Your old address holds until you confirm.`,
    ],
    button: t`Confirm the new email`,
    after: [
      t`This link works once, for 24 hours.`,
      t`If it was not you, you need not do anything: nothing is changed.`,
    ],
  }),
  email_changing: (site) => ({
    subject: t`Your email at ${site} is about to change`,
    title: t`Your email is about to change`,
    before: [
      t`Someone who is signed in with your account at ${site} has asked to replace this address. The change takes place when the new address is confirmed.`,
    ],
    button: t`Stop the change`,
    after: [
      t`If it was you, you need not do anything.`,
      t`If it was not you, stop the change, and choose a new password. The link works for seven days after the change too.`,
    ],
  }),
  registration_confirm: (site) => ({
    subject: t`Confirm your email for ${site}`,
    title: t`Confirm your email`,
    before: [t`You have registered at ${site}. Confirm your address and choose your password to continue.`],
    button: t`Confirm and set a password`,
    after: [
      t`This link works once, for 24 hours.`,
      t`If it was not you, you need not do anything: no account is created.`,
    ],
  }),
  registration_known: (site) => ({
    subject: t`You already have an account at ${site}`,
    title: t`You already have an account`,
    before: [t`Someone registered at ${site} with this address, which has an account already. If it was you, log in.`],
    button: t`Log in`,
    after: [t`If you have forgotten your password, ask for a new one on the login page.`],
  }),
  registration_approved: (site) => ({
    subject: t`Welcome to ${site}`,
    title: t`Welcome to ${site}`,
    before: [t`Your registration was approved. You can log in with the password that you chose.`],
    button: t`Log in`,
    after: [],
  }),
  registration_refused: (site) => ({
    subject: t`Your registration at ${site}`,
    title: t`Your registration was not approved`,
    before: [t`An administrator of ${site} has not approved your registration.`],
    button: t`Ask a question`,
    after: [],
  }),
};

/** The texts around a message of the contact page, for operators. */
export const CONTACT_TEXTS = {
  subject: (name: string) => t`Question from ${name}`,
  title: t`A question from the contact page`,
  from: (sender: string) => t`From: ${sender}`,
  country: (country: string) => t`Country: ${country}`,
  answer: t`Answer this mail to reach them.`,
};

/** The texts of the mail with the sites where a person has an account. */
export const SITE_LIST_TEXTS = {
  title: t`Your training sites`,
  text: t`With this email you can sign in here:`,
  unasked: t`Did you not ask for this? Then you can ignore this mail. Nobody else has seen this list.`,
};

/** The texts of the mail with a scheduled report. */
export const REPORT_TEXTS = {
  title: (report: string) => t`Report: ${report}`,
  attached: t`The report that was planned for you is attached. It holds the people whose reports you may read.`,
  button: t`Open the reports`,
  stop: t`An administrator of your organisation has planned this mail. Ask them if you do not want it any more.`,
};

/** The texts around a message that staff write to many people. */
export const ANNOUNCEMENT_TEXTS = { from: (person: string, site: string) => t`${person}, ${site}` };
