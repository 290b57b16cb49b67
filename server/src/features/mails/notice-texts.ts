import { type Message, type MessageWithValues, phrase, t } from "../../i18n/message.ts";

/** The notifications that are mailed: the same as in the list. */
export type NoticeKind =
  | "enrolled"
  | "submission_received"
  | "submission_accepted"
  | "submission_returned"
  | "essay_waiting"
  | "essays_marked"
  | "certificate_issued"
  | "begun_again"
  | "path_assigned"
  | "course_closing"
  | "course_due"
  | "course_overdue"
  | "due_digest"
  | "certificate_expiring"
  | "badge_awarded"
  | "export_ready"
  | "registration_waiting"
  | "domain_lost"
  | "automation_message";

/** A notification and the page of the product that it links to. */
export interface Notice {
  kind: NoticeKind;
  course: string;
  unit: string;
  /** Who handed work in. */
  person: string;
  /** A host name of the instance. */
  domain: string;
  /** What an admin wrote for an automation, or the name of a badge. */
  subject: string;
  message: string;
  /** ISO date, for reminders. */
  on: string | null;
  /** In a digest: enrolments that are overdue, and due within a week. */
  overdue: number | string;
  dueSoon: number | string;
  path: string;
}

interface NoticeTexts {
  /** The notification without a full stop: a subject, a heading or a line of a list. */
  title: (about: Notice) => MessageWithValues;
  more?: Message | ((about: Notice) => Message);
  button: Message;
}

/** The texts around notifications. */
export const NOTICE_TEXTS = {
  several: (count: number, site: string) => t`${count} messages for you at ${site}`,
  open: t`Open my courses`,
  /** Before the link to the profile. */
  turnOff: t`If you do not want these mails, turn them off in your profile:`,
};

/** The texts of mails about the recipient's courses. */
export const NOTICES: Readonly<Record<NoticeKind, NoticeTexts>> = {
  enrolled: { title: ({ course }) => t`You have been enrolled in ‘${course}’`, button: t`Open the course` },
  submission_received: {
    title: ({ person, unit }) => t`${person} handed in work for ‘${unit}’`,
    button: t`Review the work`,
  },
  submission_accepted: { title: ({ unit }) => t`Your work for ‘${unit}’ was accepted`, button: t`Open the unit` },
  submission_returned: {
    title: ({ unit }) => t`Your work for ‘${unit}’ was returned`,
    more: t`Read the comment, change what it asks for, and hand your work in again.`,
    button: t`Open the unit`,
  },
  essay_waiting: {
    title: ({ person, unit }) => t`${person} wrote an essay in ‘${unit}’ that waits to be marked`,
    button: t`Open the submissions`,
  },
  essays_marked: { title: ({ unit }) => t`Your test ‘${unit}’ has been marked`, button: t`Open the test` },
  certificate_issued: {
    title: ({ course }) => t`Your certificate for ‘${course}’ is ready`,
    button: t`Open my certificates`,
  },
  begun_again: {
    title: ({ course }) => t`You are to take ‘${course}’ again`,
    more: t`Your progress starts again from zero. What you did before is kept, with its certificate.`,
    button: t`Open the course`,
  },
  path_assigned: {
    title: ({ course }) => t`You have been assigned the learning path ‘${course}’`,
    more: t`You are enrolled in its courses. The learning path shows which one comes next.`,
    button: t`Open the learning path`,
  },
  badge_awarded: {
    title: ({ subject }) => t`You have been awarded the badge ‘${subject}’`,
    more: t`You can show its page to others, and download it.`,
    button: t`Open my badges`,
  },
  course_closing: {
    title: ({ course, on }) => t`‘${course}’ closes on ${toDay(on)}`,
    more: t`You have not completed it yet.`,
    button: t`Open the course`,
  },
  course_due: {
    title: ({ course, on }) => t`‘${course}’ is due on ${toDay(on)}`,
    more: t`You have not completed it yet.`,
    button: t`Open the course`,
  },
  course_overdue: {
    title: ({ course, on }) => t`‘${course}’ is overdue since ${toDay(on)}`,
    more: t`Complete it as soon as you can.`,
    button: t`Open the course`,
  },
  due_digest: {
    title: ({ overdue, dueSoon }) => t`Training of your people: ${overdue} overdue, ${dueSoon} due within 7 days`,
    more: t`The report shows who they are.`,
    button: t`Open the report`,
  },
  export_ready: {
    title: () => phrase`The report you asked for is ready`,
    more: t`The file is kept for seven days.`,
    button: t`Open my exports`,
  },
  registration_waiting: {
    title: ({ person }) => t`${person} has registered and waits for approval`,
    button: t`Decide about it`,
  },
  domain_lost: {
    title: ({ domain }) => t`The domain ${domain} is no longer proved`,
    more: t`Its DNS record has been missing for three days. Links in mails lead to the usual address until the record is back.`,
    button: t`Open the domains`,
  },
  automation_message: {
    title: ({ subject }) => ({ id: "{0}", values: [subject] }),
    more: ({ message }) => ({ id: "{0}", values: [message] }),
    button: t`Open my courses`,
  },
  certificate_expiring: {
    title: ({ course, on }) => t`Your certificate for ‘${course}’ expires on ${toDay(on)}`,
    more: t`Ask your training administrator how to renew it.`,
    button: t`Open my certificates`,
  },
};

/** Returns what a mail says below the title of a notification. */
export function getMore(about: Notice): Message {
  const { more = "" } = NOTICES[about.kind];
  return typeof more === "function" ? more(about) : more;
}

/** A date, or the placeholder of one. */
const toDay = (on: string | null) => (on === null ? "" : /^\d/.test(on) ? { day: on.slice(0, 10) } : on);
