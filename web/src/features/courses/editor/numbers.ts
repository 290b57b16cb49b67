/** Parses what was typed as a number; returns null for nothing and for what is no number. */
export function parseNumber(text: string): number | null {
  const number = Number(text);
  return text.trim() === "" || !Number.isFinite(number) ? null : number;
}
