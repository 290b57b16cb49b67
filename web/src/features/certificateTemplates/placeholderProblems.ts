import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** A placeholder of texts, and the name of its value. */
export type Placeholder = { name: string; label: string };

/** Returns what is wrong with the placeholders of a text while it is typed; the server checks it again. */
export function findProblem(text: string, known: readonly Placeholder[]): string | undefined {
  for (const [whole] of text.matchAll(/\{[^{}]*\}|[{}]/g))
    if (!known.some(({ name }) => `{${name}}` === whole))
      return i18n._(msg`${whole} is not a placeholder. Choose one from the list.`);
  return undefined;
}

/** Returns what is wrong with a number scheme while it is typed. */
export function findSchemeProblem(scheme: string): string | undefined {
  if (scheme.trim() === "") return undefined;
  const example = "{year}-{number:5}";
  const number = "{number}";
  if ([...scheme.matchAll(/\{number(?::[1-9])?\}/g)].length === 1) return undefined;
  return i18n._(msg`A number scheme contains ${number} once, for example ${example}.`);
}
