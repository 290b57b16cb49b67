import { type Message, type MessageWithValues, phrase, t } from "../../i18n/message.ts";
import { type Language, translate } from "../../i18n/translate.ts";
import { ACCOUNT_TEXTS, SECURITY_TEXTS } from "./account-texts.ts";
import { type LinkMail, LINK_TEXTS, greet, REPORT_TEXTS } from "./mail-texts.ts";
import { getMore, type Notice, type NoticeKind, NOTICES } from "./notice-texts.ts";

/** A message that the product sends to an instance's people: a notification with its mail, or a mail alone. */
export type MessageKind = NoticeKind | LinkMail | "role_changed" | "access_changed" | "security_changed" | "report";

/** The subject and the text of a message, in one language, with placeholders such as {course}. */
export interface MessageText {
  subject: string;
  body: string;
}

interface Kind {
  name: MessageWithValues;
  /** Why it cannot be switched off; absent for messages that can. */
  always?: Message;
}

const SECURITY = t`People need this mail to sign in or to protect their account.`;
const ORDERED = t`Delete the schedule of the report to end it.`;

/** Every message that the product sends to an instance's people. Their texts are in `NOTICES`, `LINK_TEXTS` and others. */
const KINDS: Readonly<Record<MessageKind, Kind>> = {
  enrolled: { name: phrase`Enrolment in a course` },
  begun_again: { name: phrase`Course to be taken again` },
  path_assigned: { name: phrase`Learning path assigned` },
  course_due: { name: phrase`Course due soon` },
  course_overdue: { name: phrase`Course overdue` },
  course_closing: { name: phrase`Course closes soon` },
  due_digest: { name: phrase`Weekly digest for managers` },
  submission_received: { name: phrase`Work handed in` },
  submission_accepted: { name: phrase`Work accepted` },
  submission_returned: { name: phrase`Work returned` },
  essay_waiting: { name: phrase`Essay waits to be marked` },
  essays_marked: { name: phrase`Test marked` },
  certificate_issued: { name: phrase`Certificate issued` },
  certificate_expiring: { name: phrase`Certificate expires soon` },
  badge_awarded: { name: phrase`Badge awarded` },
  export_ready: { name: phrase`Report ready` },
  registration_waiting: { name: phrase`Registration waits for approval` },
  domain_lost: { name: phrase`Domain without proof` },
  automation_message: { name: phrase`Message of an automation` },
  registration_refused: { name: phrase`Registration refused` },
  registration_approved: { name: phrase`Registration approved`, always: SECURITY },
  registration_confirm: { name: phrase`Confirmation of an address`, always: SECURITY },
  registration_known: { name: phrase`Registration with a known address`, always: SECURITY },
  invitation: { name: phrase`Invitation of a new user`, always: SECURITY },
  provider_invitation: { name: phrase`Invitation to sign in with the organisation`, always: SECURITY },
  password_reset: { name: phrase`Forgotten password`, always: SECURITY },
  password_link: { name: phrase`Password link sent by an admin`, always: SECURITY },
  provider_sign_in: { name: phrase`Forgotten password, to users who have none`, always: SECURITY },
  email_confirm: { name: phrase`Confirmation of a new email`, always: SECURITY },
  email_changing: { name: phrase`Change of the email, to the old one`, always: SECURITY },
  role_changed: { name: phrase`Role changed`, always: SECURITY },
  access_changed: { name: phrase`Access to sites changed`, always: SECURITY },
  security_changed: { name: phrase`Security of an account`, always: SECURITY },
  report: { name: phrase`Scheduled report`, always: ORDERED },
};

/** Lists every kind of message, in the order of the settings. */
export const MESSAGE_KINDS = Object.keys(KINDS) as MessageKind[];

export const isMessageKind = (text: string): text is MessageKind => Object.hasOwn(KINDS, text);

/** Tells whether a message is also a notification in the product. */
export const isNotice = (kind: MessageKind): kind is NoticeKind => Object.hasOwn(NOTICES, kind);

/** Returns the name of a kind for admins, and why it cannot be switched off, if it cannot. */
export const describeKind = (kind: MessageKind): Kind => KINDS[kind];

/** A message about anything: each value is its placeholder. */
const ABOUT = {
  course: "{course}",
  unit: "{unit}",
  person: "{person}",
  domain: "{domain}",
  subject: "{subject}",
  message: "{message}",
  on: "{date}",
  overdue: "{overdue}",
  dueSoon: "{due_soon}",
  path: "",
} satisfies Omit<Notice, "kind">;

/** Returns the product's own text of a message, with placeholders. It derives from the texts of the mails themselves. */
export function getDefaultText(kind: MessageKind, language: Language): MessageText {
  const { subject, body } = readDefaults(kind);
  return {
    subject: translate(subject, language),
    body: [greet("{first_name}"), ...body].map((part) => translate(part, language)).join("\n\n"),
  };
}

function readDefaults(kind: MessageKind): { subject: Message; body: Message[] } {
  if (isNotice(kind)) {
    const more = getMore({ kind, ...ABOUT });
    return { subject: NOTICES[kind].title({ kind, ...ABOUT }), body: [...(more ? [more] : []), "{link}"] };
  }
  if (kind === "report") return { subject: REPORT_TEXTS.title("{report}"), body: [REPORT_TEXTS.attached, "{link}"] };
  if (kind === "role_changed" || kind === "access_changed") {
    const subject = ACCOUNT_TEXTS.subjects[kind === "role_changed" ? "role" : "access"]("{site}");
    const signedOut = kind === "role_changed" ? [ACCOUNT_TEXTS.signedOut] : [];
    return { subject, body: ["{changes}", ...signedOut, ACCOUNT_TEXTS.question] };
  }
  if (kind === "security_changed")
    return { subject: SECURITY_TEXTS.subject("{site}"), body: ["{changes}", SECURITY_TEXTS.question] };
  const { subject, before, after } = LINK_TEXTS[kind]("{site}", "{by}");
  return { subject, body: [...before, "{link}", ...after] };
}

/** A placeholder that the texts of a kind may use. */
export interface Placeholder {
  name: string;
  /** Whether the text has to contain it: a mail without its link is of no use. */
  is_required: boolean;
  /** Whether the subject may contain it. */
  in_subject: boolean;
}

/** Placeholders that stand for a block of the text: the button with its address, and sentences. */
export const BLOCKS: ReadonlySet<string> = new Set(["link", "changes"]);
const EVERYWHERE = ["first_name", "site"];

/** Lists the placeholders of a kind: those of the product's own text, and those that every message has. */
export function listPlaceholders(kind: MessageKind): Placeholder[] {
  const { subject, body } = getDefaultText(kind, "en");
  const found = findPlaceholders(`${subject}\n${body}`);
  return [...new Set([...found, ...EVERYWHERE])].map((each) => ({
    name: each,
    is_required: BLOCKS.has(each),
    in_subject: !BLOCKS.has(each),
  }));
}

const PLACEHOLDER = /\{([a-z_]+)\}/g;

/** Lists the names in braces in a text. */
export const findPlaceholders = (text: string): string[] => [...text.matchAll(PLACEHOLDER)].map(([, found]) => found!);

/** Writes values for placeholders, once: braces in a value stay as they are. */
export const fillPlaceholders = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(PLACEHOLDER, (whole, found: string) => (Object.hasOwn(values, found) ? values[found]! : whole));
