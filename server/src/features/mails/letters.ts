import type { Mail } from "../../platform/mail.ts";
import { letterColours } from "./letter-colours.ts";
import { type Notice, NOTICE_WORDS } from "./notice-words.ts";
import { CONTACT_WORDS, type Language, LINK_WORDS, type LinkMail, REPORT_WORDS } from "./letter-words.ts";
import { getDateFormat } from "../../platform/date-formats.ts";

/** Whose letter it is: what stands in its head, and the colour of it. */
export interface Letterhead {
  siteName: string;
  language: Language;
  color: string | null;
  logo: { content: Buffer; type: string } | null;
}

type Letter = Omit<Mail, "to">;

/** The mail that carries a link to a new password. */
export function linkLetter(kind: LinkMail, head: Letterhead, firstName: string, link: string): Letter {
  const all = LINK_WORDS[head.language];
  const words = all[kind](head.siteName);
  const greeting = all.greeting(firstName);
  const text = [greeting, ...words.before, link, ...words.after, head.siteName].join("\n\n");
  const body = markup` <h1 style="${H1}">${words.title}</h1>
    ${paragraphs([greeting, ...words.before])} ${button(words.button, link, head.color)} ${paragraphs(words.after)}
    <p style="${SMALL}">
      ${all.address}<br /><a href="${link}" style="color:#1f2937;word-break:break-all">${link}</a>
    </p>`;
  return { subject: words.subject, text: `${text}\n`, ...page(head, words.title, body) };
}

/** The mail of one or more things a person is told of; `link` makes an address of a page of the product. */
export function noticeLetter(
  head: Letterhead,
  firstName: string,
  notices: readonly Notice[],
  link: (path: string) => string,
): Letter {
  const all = NOTICE_WORDS[head.language];
  const lines = notices.map((notice) => {
    const { title, ...words } = all.kinds[notice.kind];
    return { ...words, title: title({ ...notice, day: dayIn(head.language, notice.on) }), href: link(notice.path) };
  });
  const [first] = lines;
  const isOne = lines.length === 1;
  const title = isOne ? first!.title : all.several(lines.length, head.siteName);
  const action = isOne ? first! : { button: all.open, href: link("/learner/courses") };
  const greeting = all.greeting(firstName);
  const profile = link("/profile");

  const texts = isOne ? [`${title}.`, first!.more ?? ""] : lines.map((line) => `${line.title}:\n${line.href}`);
  const text = [greeting, ...texts, ...(isOne ? [action.href] : []), head.siteName, `${all.turnOff}\n${profile}`];
  const list = lines.map(
    (line) => markup`<li style="margin:0 0 8px"><a href="${line.href}" style="color:#1f2937">${line.title}</a></li>`,
  );
  const body = markup` <h1 style="${H1}">${title}</h1>
    ${paragraphs([greeting, ...(isOne && first!.more ? [first!.more] : [])])}
    ${isOne ? [] : [markup`<ul style="${P};padding-left:20px">${list}</ul>`]} ${button(action.button, action.href, head.color)}
    <p style="${SMALL}">${all.turnOff}<br /><a href="${profile}" style="color:#1f2937">${profile}</a></p>`;
  return { subject: title, text: `${text.filter(Boolean).join("\n\n")}\n`, ...page(head, title, body) };
}

/** The mail that a planned report comes with. */
export function reportLetter(head: Letterhead, firstName: string, name: string, link: string): Letter {
  const words = REPORT_WORDS[head.language];
  const title = words.title(name);
  const lines = [words.greeting(firstName), words.attached];
  const body = markup` <h1 style="${H1}">${title}</h1>
    ${paragraphs(lines)} ${button(words.button, link, head.color)}
    <p style="${SMALL}">${words.stop}</p>`;
  const text = [...lines, link, head.siteName, words.stop].join("\n\n");
  return { subject: title, text: `${text}\n`, ...page(head, title, body) };
}

function dayIn(language: string, on: string | null): string {
  return on ? getDateFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(on)) : "";
}

export interface ContactMessage {
  first_name: string;
  last_name: string;
  email: string;
  country: string;
  message: string;
}

/** A message from the contact page, to the platform's people; an answer goes to whoever wrote it. */
export function contactLetter(head: Letterhead, message: ContactMessage): Letter {
  const words = CONTACT_WORDS[head.language];
  const name = `${message.first_name} ${message.last_name}`;
  const from = `${words.from}: ${name} <${message.email}>`;
  const country = `${words.country}: ${message.country}`;
  const body = markup` <h1 style="${H1}">${words.title}</h1>
    <p style="${P}">${from}<br />${country}</p>
    ${message.message.split(/\n{2,}/).map((part) => markup`<p style="${P};white-space:pre-line">${part}</p>`)}
    <p style="${SMALL}">${words.answer}</p>`;
  return {
    subject: words.subject(name),
    text: `${from}\n${country}\n\n${message.message}\n\n${words.answer}\n`,
    replyTo: { name, address: message.email },
    ...page(head, words.title, body),
  };
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
  const { fill, label: ink, edge } = letterColours(color);
  return markup`<p style="margin:28px 0">
    <a
      href="${link}"
      style="display:inline-block;padding:13px 26px;border:1px solid ${edge};border-radius:9px;background:${fill};color:${ink};font-size:16px;font-weight:600;text-decoration:none;${FONT}"
      >${label}</a
    >
  </p>`;
}

/** The letter itself: tables and written-out styles, for the readers of mail know little else. */
function page(head: Letterhead, title: string, body: Html): Pick<Mail, "html" | "images"> {
  const { fill, label } = letterColours(head.color);
  const mark = head.logo
    ? markup`<img
        src="cid:${LOGO}"
        alt="${head.siteName}"
        height="36"
        style="display:block;height:36px;max-width:220px;border:0"
      />`
    : markup`<span style="font-size:19px;color:${label};font-family:Newsreader,Georgia,serif">${head.siteName}</span>`;
  // A logo was made for a page, not for the site's colour.
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
  return { html: whole.text, images: head.logo ? [{ ...head.logo, id: LOGO }] : [] };
}

class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Puts texts into markup with every character of theirs escaped; markup goes in as it is. */
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
