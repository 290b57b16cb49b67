import { Invalid } from "../../errors.ts";
import { type Message, t } from "../../i18n/message.ts";
import type { Language } from "../../i18n/translate.ts";
import { findPlaceholders, listPlaceholders, type MessageKind, type MessageText } from "./message-kinds.ts";

/** A text as a form sends it. */
export interface GivenText {
  kind: string;
  language: string;
  subject: string;
  body: string;
}

const LONGEST_SUBJECT = 200;
const LONGEST_BODY = 5_000;

/**
 * Reads a text with its placeholders.
 * @throws Invalid by field: for an unknown placeholder, one that is missing, a subject of several lines, and lengths
 */
export function readText(
  kind: MessageKind,
  language: Language,
  given: Pick<GivenText, "subject" | "body">,
): { kind: MessageKind; language: Language; text: MessageText } {
  const text = { subject: given.subject.trim(), body: given.body.replaceAll("\r\n", "\n").trim() };
  const problems = { subject: checkSubject(kind, text.subject), body: checkBody(kind, text.body) };
  const found = Object.entries(problems).filter(([, messages]) => messages.length > 0);
  if (found.length > 0) throw new Invalid(Object.fromEntries(found));
  return { kind, language, text };
}

function checkSubject(kind: MessageKind, subject: string): Message[] {
  if (subject === "") return [t`Enter a subject.`];
  if (subject.length > LONGEST_SUBJECT) return [t`This text is too long.`];
  // Also what looks like a line break to some mail servers.
  if (/[\p{Cc}\u2028\u2029]/u.test(subject)) return [t`A subject is one line of text.`];
  const known = listPlaceholders(kind).flatMap(({ name, in_subject }) => (in_subject ? name : []));
  return listUnknown(subject, known);
}

function checkBody(kind: MessageKind, body: string): Message[] {
  if (body === "") return [t`Enter a text.`];
  if (body.length > LONGEST_BODY) return [t`This text is too long.`];
  if (/[^\P{Cc}\n\t]/u.test(body)) return [t`This text contains characters that cannot be printed.`];
  const placeholders = listPlaceholders(kind);
  const used = new Set(findPlaceholders(body));
  return [
    ...listUnknown(
      body,
      placeholders.map(({ name }) => name),
    ),
    ...placeholders
      .filter(({ name, is_required }) => is_required && !used.has(name))
      .map(({ name }) => inBraces(name))
      .map((placeholder) => t`The text has to contain ${placeholder}.`),
  ];
}

/** Lists what is in braces and no placeholder of the kind, also with spaces or capitals, as in {Course name}. */
function listUnknown(text: string, known: readonly string[]): Message[] {
  const written = [...text.matchAll(/\{([^{}\n]*)\}/g)].map(([, name]) => name!);
  return [...new Set(written.filter((name) => !known.includes(name)))]
    .slice(0, 5)
    .map(inBraces)
    .map((placeholder) => t`There is no placeholder ${placeholder} here.`);
}

const inBraces = (name: string) => `{${name}}`;
