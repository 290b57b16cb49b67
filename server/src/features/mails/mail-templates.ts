import type { Mail } from "../../platform/mail.ts";
import { toMailColours } from "./mail-colours.ts";
import type { Message } from "../../i18n/message.ts";
import { type Language, translate } from "../../i18n/translate.ts";
import { getMore, type Notice, NOTICE_TEXTS, NOTICES } from "./notice-texts.ts";
import { toBlocks, toSubject } from "./message-blocks.ts";
import type { MessageKind, MessageText } from "./message-kinds.ts";
import {
  ADDRESS,
  ANNOUNCEMENT_TEXTS,
  CONTACT_TEXTS,
  SITE_LIST_TEXTS,
  greet,
  LINK_TEXTS,
  type LinkMail,
  REPORT_TEXTS,
} from "./mail-texts.ts";

/** The top of a mail: whose mail it is, and its colour. */
export interface MailHeader {
  siteName: string;
  language: Language;
  color: string | null;
  logo: { content: Buffer; type: string } | null;
  /** Who the mail is from, beside the product's own address, and where replies go. */
  sender?: { name: string | null; replyTo: string | null };
  /** Finds the text that the instance has written for a message in this language. */
  findText?: (kind: MessageKind) => MessageText | undefined;
}

type MailContent = Omit<Mail, "to">;

/** Returns the mail with a link to set a password; `by` is the name of the user who sends a password link. */
export function composeLinkMail(
  kind: LinkMail,
  head: MailHeader,
  { name, by = head.siteName }: { name: string; by?: string | undefined },
  link: string,
): MailContent {
  const say = translatorFor(head);
  const texts = LINK_TEXTS[kind](head.siteName, by);
  const own = head.findText?.(kind);
  if (own) {
    const address = markup`${say(ADDRESS)}<br /><a href="${link}" style="color:#1f2937;word-break:break-all">${link}</a>`;
    return composeOwn(head, own, {
      values: { first_name: name, site: head.siteName, by },
      action: { label: say(texts.button), href: link },
      footer: { html: address, text: "" },
    });
  }
  const [title, before, after] = [say(texts.title), [greet(name), ...texts.before].map(say), texts.after.map(say)];
  const text = [...before, link, ...after, head.siteName].join("\n\n");
  const body = markup` <h1 style="${H1}">${title}</h1>
    ${paragraphs(before)} ${button(say(texts.button), link, head.color)} ${paragraphs(after)}
    <p style="${SMALL}">
      ${say(ADDRESS)}<br /><a href="${link}" style="color:#1f2937;word-break:break-all">${link}</a>
    </p>`;
  return { subject: say(texts.subject), text: `${text}\n`, ...page(head, title, body) };
}

/** Returns the mail of one or more notifications; `link` returns the address of a page of the product. */
export function composeNoticeMail(
  head: MailHeader,
  firstName: string,
  notices: readonly Notice[],
  link: (path: string) => string,
): MailContent {
  const say = translatorFor(head);
  const lines = notices.map((notice) => {
    const { title, button } = NOTICES[notice.kind];
    const own = head.findText?.(notice.kind);
    const values = { ...toNoticeValues(notice, head.language), first_name: firstName, site: head.siteName };
    const heading = own ? toSubject(own, values) : say(title(notice));
    // What staff wrote is in no other place that the link leads to.
    const written = own?.subject.includes("{message}") ? "" : notice.message;
    return {
      own,
      values,
      title: heading,
      more: say(getMore(notice)),
      written,
      button: say(button),
      href: link(notice.path),
    };
  });
  const [first] = lines;
  const isOne = lines.length === 1;
  const title = isOne ? first!.title : say(NOTICE_TEXTS.several(lines.length, head.siteName));
  const action = isOne ? first! : { button: say(NOTICE_TEXTS.open), href: link("/learner/courses") };
  const greeting = say(greet(firstName));
  const turnOff = say(NOTICE_TEXTS.turnOff);
  const profile = link("/profile");
  if (isOne && first!.own)
    return composeOwn(head, first!.own, {
      values: first!.values,
      action: { label: first!.button, href: first!.href },
      footer: {
        html: markup`${turnOff}<br /><a href="${profile}" style="color:#1f2937">${profile}</a>`,
        text: `${turnOff}\n${profile}`,
      },
    });

  const texts = isOne
    ? [/[.!?]$/.test(title) ? title : `${title}.`, first!.more]
    : lines.map((line) => [`${line.title}:`, line.written, line.href].filter(Boolean).join("\n"));
  const text = [greeting, ...texts, ...(isOne ? [action.href] : []), head.siteName, `${turnOff}\n${profile}`];
  const list = lines.map(
    (line) =>
      markup`<li style="margin:0 0 8px"><a href="${line.href}" style="color:#1f2937">${line.title}</a>
        ${line.written ? [markup`<br /><span style="white-space:pre-line">${line.written}</span>`] : []}</li>`,
  );
  const body = markup` <h1 style="${H1}">${title}</h1>
    ${paragraphs([greeting, ...(isOne && first!.more ? first!.more.split(/\n+/) : [])])}
    ${isOne ? [] : [markup`<ul style="${P};padding-left:20px">${list}</ul>`]} ${button(action.button, action.href, head.color)}
    <p style="${SMALL}">${turnOff}<br /><a href="${profile}" style="color:#1f2937">${profile}</a></p>`;
  return { subject: title, text: `${text.filter(Boolean).join("\n\n")}\n`, ...page(head, title, body) };
}

/** Returns the mail that a scheduled report is attached to. */
export function composeReportMail(head: MailHeader, firstName: string, name: string, link: string): MailContent {
  const say = translatorFor(head);
  const title = say(REPORT_TEXTS.title(name));
  const lines = [greet(firstName), REPORT_TEXTS.attached].map(say);
  const stop = say(REPORT_TEXTS.stop);
  const own = head.findText?.("report");
  if (own)
    return composeOwn(head, own, {
      values: { first_name: firstName, site: head.siteName, report: name },
      action: { label: say(REPORT_TEXTS.button), href: link },
      footer: { html: markup`${stop}`, text: stop },
    });
  const body = markup` <h1 style="${H1}">${title}</h1>
    ${paragraphs(lines)} ${button(say(REPORT_TEXTS.button), link, head.color)}
    <p style="${SMALL}">${stop}</p>`;
  const text = [...lines, link, head.siteName, stop].join("\n\n");
  return { subject: title, text: `${text}\n`, ...page(head, title, body) };
}

/** Returns the mail about changes to an account. */
export function composeAccountMail(
  head: MailHeader,
  texts: { kind: MessageKind; subject: Message; title: Message; name: string; changes: Message[]; after: Message[] },
): MailContent {
  const say = translatorFor(head);
  const own = head.findText?.(texts.kind);
  if (own)
    return composeOwn(head, own, {
      values: { first_name: texts.name, site: head.siteName },
      changes: texts.changes.map(say),
    });
  const [title, lines] = [say(texts.title), [greet(texts.name), ...texts.changes, ...texts.after].map(say)];
  const body = markup` <h1 style="${H1}">${title}</h1>
    ${paragraphs(lines)}`;
  return {
    subject: say(texts.subject),
    text: `${[...lines, head.siteName].join("\n\n")}\n`,
    ...page(head, title, body),
  };
}

/** Returns the mail with what staff wrote: plain text, escaped as every value is. */
export function composeAnnouncementMail(
  head: MailHeader,
  { subject, body, sender }: { subject: string; body: string; sender: string | null },
  profile: string,
): MailContent {
  const say = translatorFor(head);
  const from = sender === null ? head.siteName : say(ANNOUNCEMENT_TEXTS.from(sender, head.siteName));
  const turnOff = say(NOTICE_TEXTS.turnOff);
  const parts = body.split(/\r?\n[ \t]*\r?\n/).filter((part) => part.trim() !== "");
  const html = markup` <h1 style="${H1}">${subject}</h1>
    ${parts.map((part) => markup`<p style="${P};white-space:pre-line">${part}</p>`)}
    <p style="${P}">${from}</p>
    <p style="${SMALL}">${turnOff}<br /><a href="${profile}" style="color:#1f2937">${profile}</a></p>`;
  const text = [...parts, from, `${turnOff}\n${profile}`].join("\n\n");
  return { subject, text: `${text}\n`, ...page(head, subject, html) };
}

interface OwnMail {
  values: Readonly<Record<string, string>>;
  action?: { label: string; href: string };
  changes?: string[];
  /** Below the text, which no admin changes. */
  footer?: { html: Html; text: string };
}

/** Returns a mail whose subject and text an admin has written. They are plain text, escaped as every value is. */
function composeOwn(
  head: MailHeader,
  own: MessageText,
  { values, action, changes = [], footer }: OwnMail,
): MailContent {
  const subject = toSubject(own, values);
  const parts = toBlocks(own, values).map((block) => {
    if (block.kind === "changes") return { html: paragraphs(changes), text: changes.join("\n\n") };
    if (block.kind === "text")
      return { html: [markup`<p style="${P};white-space:pre-line">${block.text}</p>`], text: block.text };
    return action
      ? { html: [button(action.label, action.href, head.color)], text: action.href }
      : { html: [], text: "" };
  });
  const body = markup` <h1 style="${H1}">${subject}</h1>
    ${parts.flatMap(({ html }) => html)} ${footer ? [markup`<p style="${SMALL}">${footer.html}</p>`] : []}`;
  const text = [...parts.map((part) => part.text), head.siteName, footer?.text ?? ""].filter(Boolean).join("\n\n");
  return { subject, text: `${text}\n`, ...page(head, subject, body) };
}

/** Returns a text as an admin will see it in a mail of the kind, with a button. */
export function composeTestMail(
  head: MailHeader,
  text: MessageText,
  { values, href, changes }: { values: Readonly<Record<string, string>>; href: string; changes: string[] },
): MailContent {
  return composeOwn(head, text, { values, action: { label: translatorFor(head)(NOTICE_TEXTS.open), href }, changes });
}

/** Returns the values of a notification's placeholders. */
export function toNoticeValues(notice: Omit<Notice, "kind" | "path">, language: Language): Record<string, string> {
  const { course, unit, person, domain, subject, message, on, overdue, dueSoon } = notice;
  return {
    subject,
    message,
    course,
    unit,
    person,
    domain,
    date: on === null ? "" : translate({ id: "{0}", values: [{ day: on.slice(0, 10) }] }, language),
    overdue: String(overdue),
    due_soon: String(dueSoon),
  };
}

/** Returns a function that translates into the recipient's language. */
const translatorFor =
  ({ language }: MailHeader) =>
  (message: Message) =>
    translate(message, language);

export interface ContactMessage {
  first_name: string;
  last_name: string;
  email: string;
  country: string;
  message: string;
}

/** Returns the mail with a message of the contact page for operators; replies go to its author. */
export function composeContactMail(head: MailHeader, message: ContactMessage): MailContent {
  const say = translatorFor(head);
  const name = `${message.first_name} ${message.last_name}`;
  const from = say(CONTACT_TEXTS.from(`${name} <${message.email}>`));
  const country = say(CONTACT_TEXTS.country(message.country));
  const [title, answer] = [say(CONTACT_TEXTS.title), say(CONTACT_TEXTS.answer)];
  const body = markup` <h1 style="${H1}">${title}</h1>
    <p style="${P}">${from}<br />${country}</p>
    ${message.message.split(/\n{2,}/).map((part) => markup`<p style="${P};white-space:pre-line">${part}</p>`)}
    <p style="${SMALL}">${answer}</p>`;
  return {
    subject: say(CONTACT_TEXTS.subject(name)),
    text: `${from}\n${country}\n\n${message.message}\n\n${answer}\n`,
    ...page(head, title, body),
    replyTo: { name, address: message.email },
  };
}

/** A site where a person may sign in. */
export interface ListedSite {
  name: string;
  link: string;
}

/** Returns the mail with the sites where a person may sign in. */
export function composeSiteListMail(head: MailHeader, sites: readonly ListedSite[]): MailContent {
  const say = translatorFor(head);
  const [title, text, unasked] = [SITE_LIST_TEXTS.title, SITE_LIST_TEXTS.text, SITE_LIST_TEXTS.unasked].map(say);
  const body = markup` <h1 style="${H1}">${title!}</h1>
    <p style="${P}">${text!}</p>
    ${sites.map(({ name, link }) => markup`<p style="${P}">${name}<br /><a href="${link}">${link}</a></p>`)}
    <p style="${SMALL}">${unasked!}</p>`;
  const list = sites.map(({ name, link }) => `${name}\n${link}`).join("\n\n");
  return { subject: title!, text: `${text}\n\n${list}\n\n${unasked}\n`, ...page(head, title!, body) };
}

const FONT = "font-family:Figtree,Segoe UI,Helvetica,Arial,sans-serif";
const P = `margin:0 0 16px;font-size:16px;line-height:1.55;color:#1f2937;${FONT}`;
const SMALL = `margin:24px 0 0;font-size:13px;line-height:1.5;color:#4b5563;${FONT}`;
const H1 =
  "margin:0 0 20px;font-size:26px;line-height:1.2;font-weight:500;color:#111827;font-family:Newsreader,Georgia,serif";
const LOGO = "site-logo";

function paragraphs(texts: string[]): Html[] {
  return texts.map((text) => markup`<p style="${P}">${text}</p>`);
}

function button(label: string, link: string, color: string | null): Html {
  const { fill, label: ink, edge } = toMailColours(color);
  return markup`<p style="margin:28px 0">
    <a
      href="${link}"
      style="display:inline-block;padding:13px 26px;border:1px solid ${edge};border-radius:9px;background:${fill};color:${ink};font-size:16px;font-weight:600;text-decoration:none;${FONT}"
      >${label}</a
    >
  </p>`;
}

/** Renders the mail with tables and inline styles, because mail readers support little else. */
function page(head: MailHeader, title: string, body: Html): Omit<MailContent, "subject" | "text"> {
  const { fill, label } = toMailColours(head.color);
  const mark = head.logo
    ? markup`<img
        src="cid:${LOGO}"
        alt="${head.siteName}"
        height="36"
        style="display:block;height:36px;max-width:220px;border:0"
      />`
    : markup`<span style="font-size:19px;color:${label};font-family:Newsreader,Georgia,serif">${head.siteName}</span>`;
  // A logo is designed for a page, not for the site's colour.
  const band = head.logo ? `background:#ffffff;border-bottom:4px solid ${fill}` : `background:${fill}`;
  const whole = markup`<!doctype html>
    <html lang="${head.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <title>${title}</title>
      </head>
      <body style="margin:0;padding:0;background:#f3f4f6">
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f4f6">
          <tr>
            <td align="center" style="padding:24px 12px">
              <table
                role="presentation"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                style="max-width:560px;background:#ffffff;border:1px solid #e5e7eb;border-radius:14px"
              >
                <tr>
                  <td style="padding:18px 28px;border-radius:14px 14px 0 0;${band}">${mark}</td>
                </tr>
                <tr>
                  <td style="padding:32px 28px">${body}</td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>`;
  const { name = null, replyTo = null } = head.sender ?? {};
  return {
    html: whole.text,
    images: head.logo ? [{ ...head.logo, id: LOGO }] : [],
    ...(name !== null && { fromName: name }),
    ...(replyTo !== null && { replyTo: { name: name ?? head.siteName, address: replyTo } }),
  };
}

class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Escapes texts in markup and inserts markup unchanged. */
function markup(strings: TemplateStringsArray, ...parts: (string | Html | Html[])[]): Html {
  const texts = parts.map((part) =>
    typeof part === "string" ? escape(part) : Array.isArray(part) ? part.map(({ text }) => text).join("") : part.text,
  );
  return new Html(String.raw({ raw: strings.raw }, ...texts));
}

function escape(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (character) => entities[character]!);
}
