import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Message } from "./messages.documents.ts";

type Placeholders = Message["placeholders"];

/** Returns what is wrong with the placeholders of a subject while it is typed; the server checks it again. */
export function findSubjectProblem(subject: string, placeholders: Placeholders): string | undefined {
  return findUnknown(
    subject,
    placeholders.filter(({ in_subject }) => in_subject),
  );
}

/** Returns what is wrong with the placeholders of a text while it is typed; the server checks it again. */
export function findBodyProblem(body: string, placeholders: Placeholders): string | undefined {
  const unknown = findUnknown(body, placeholders);
  if (unknown) return unknown;
  const missing = placeholders.find(({ name, is_required }) => is_required && !body.includes(inBraces(name)));
  if (!missing) return undefined;
  const placeholder = inBraces(missing.name);
  return i18n._(msg`The text has to contain ${placeholder}.`);
}

/** Returns a placeholder as it is written in a text. */
export const inBraces = (name: string) => `{${name}}`;

function findUnknown(text: string, known: Placeholders): string | undefined {
  for (const [placeholder, name] of text.matchAll(/\{([^{}\n]*)\}/g))
    if (!known.some((each) => each.name === name)) return i18n._(msg`There is no placeholder ${placeholder} here.`);
  return undefined;
}
