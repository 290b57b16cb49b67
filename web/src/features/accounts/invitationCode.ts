/**
 * Reads the code of an invitation from what a person typed: the code, also with spaces around and in it, or a link with
 * it. Null for what cannot be one, and for the word of open registration.
 */
export function readCode(typed: string): string | null {
  const text = typed.replaceAll(/\s+/g, "");
  const code = /\/register\/([^/?#]+)/.exec(text)?.[1] ?? text;
  return /^[\w-]{8,100}$/.test(code) ? code : null;
}
