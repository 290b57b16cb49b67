/** Parses what was typed as a number; returns null for nothing and for what is no number. */
export function parseNumber(text: string): number | null {
  const number = Number(text);
  return text.trim() === "" || !Number.isFinite(number) ? null : number;
}

/** The largest whole number of the API. */
const largest = 2_147_483_647;

/** Parses what was typed as a whole number of the API, rounded; returns null for nothing and for what is no number. */
export function parseWholeNumber(text: string): number | null {
  const number = parseNumber(text);
  return number === null ? null : Math.min(largest, Math.max(-largest, Math.round(number)));
}
