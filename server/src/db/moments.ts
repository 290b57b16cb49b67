const [ZERO, DASH, COLON, DOT, SPACE, PLUS] = [0x30, 0x2d, 0x3a, 0x2e, 0x20, 0x2b];

/**
 * Reads a moment as PostgreSQL writes it in the zone UTC: 2026-01-31 23:59:59.123456+00. Most moments have this form; the
 * parser of the library made a tenth of all garbage of long lists (ADR 212), and reads the other forms.
 * @returns null for any other form
 */
export function readUtcMoment(text: string): Date | null {
  const end = text.length - 3;
  if (text.charCodeAt(end) !== PLUS || readDigits(text, end + 1, 2) !== 0) return null;
  const [year, month, day] = [readDigits(text, 0, 4), readDigits(text, 5, 2), readDigits(text, 8, 2)];
  const [hour, minute, second] = [readDigits(text, 11, 2), readDigits(text, 14, 2), readDigits(text, 17, 2)];
  // Date.UTC takes the years before 100 for those of the 20th century.
  if (year < 100 || month < 0 || day < 0 || hour < 0 || minute < 0 || second < 0) return null;
  if (text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH || text.charCodeAt(10) !== SPACE) return null;
  if (text.charCodeAt(13) !== COLON || text.charCodeAt(16) !== COLON) return null;
  const milliseconds = end === 19 ? 0 : readFraction(text, end);
  return milliseconds < 0 ? null : new Date(Date.UTC(year, month - 1, day, hour, minute, second, milliseconds));
}

/** Reads whole milliseconds from the decimals of a second, from place 19 to `end`; negative if there is something else. */
function readFraction(text: string, end: number): number {
  const digits = end - 20;
  if (text.charCodeAt(19) !== DOT || digits < 1 || digits > 6) return -1;
  return Math.floor(readDigits(text, 20, digits) / 10 ** (digits - 3));
}

/** Reads a number of decimal digits; -1 if one of them is something else. */
function readDigits(text: string, from: number, count: number): number {
  let value = 0;
  for (let at = from; at < from + count; at++) {
    const digit = text.charCodeAt(at) - ZERO;
    if (!(digit >= 0 && digit <= 9)) return -1;
    value = value * 10 + digit;
  }
  return value;
}
