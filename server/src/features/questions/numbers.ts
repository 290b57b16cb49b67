/** Reads a number as authors write it in a key: a point before the decimals, no groups; null when it is none. */
export function readKeyNumber(text: string): number | null {
  const written = text.trim().replace("−", "-");
  return /^[+-]?\d{1,15}(\.\d{1,15})?(e[+-]?\d{1,2})?$/i.test(written) ? Number(written) : null;
}

/** Writes a number so that `readKeyNumber` reads it; one that is nearly nothing becomes nothing. */
export function writeNumber(value: number): string {
  if (value < 1e-90) return "0";
  const rounded = Number(value.toExponential(14));
  return readKeyNumber(String(rounded)) === null ? rounded.toExponential(14) : String(rounded);
}

/**
 * Reads a number as people of several languages type it: '1,234.5', '1 234,5', '−3', '2e-3'. A single comma or point
 * before exactly three digits, as in '1,234', can be read in two ways.
 * @returns the possible readings; none when it is no number
 */
export function readNumbers(text: string): number[] {
  const typed = text
    .normalize("NFKC")
    .replace(/[−–]/g, "-")
    .replace(/[\s'’]/g, "");
  const match = /^([+-]?)(\d[\d.,]*|[.,]\d+)(e[+-]?\d{1,3})?$/i.exec(typed);
  if (!match) return [];
  const [, sign = "", digits = "", exponent = ""] = match;
  return [...new Set(listPlain(digits).map((plain) => Number(sign + plain + exponent)))].filter(Number.isFinite);
}

/** Lists the ways to read digits with separators, with a point before the decimals. */
function listPlain(digits: string): string[] {
  const separators = [...digits.matchAll(/[.,]/g)].map(([each]) => each);
  if (separators.length === 0) return [digits];
  const last = separators.at(-1)!;
  const whole = digits.slice(0, digits.lastIndexOf(last));
  const rest = digits.slice(digits.lastIndexOf(last) + 1);
  const isGrouped = (text: string, separator: string) => text.split(separator).every(isGroup);
  const readings: string[] = [];
  const other = last === "." ? "," : ".";
  // The last separator comes before the decimals, and the other one groups the digits before it.
  if (!whole.includes(last) && (!whole.includes(other) || isGrouped(whole, other)))
    readings.push(`${whole.replaceAll(other, "")}.${rest}`);
  // Every separator groups digits.
  if (!whole.includes(other) && isGrouped(digits, last)) readings.push(digits.replaceAll(last, ""));
  return readings;
}

const isGroup = (part: string, place: number) => (place === 0 ? /^[1-9]\d{0,2}$/.test(part) : /^\d{3}$/.test(part));
