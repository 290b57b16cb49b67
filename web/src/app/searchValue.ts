/**
 * Parses a value of an address: JSON, except a number that would be written differently, such as a token of many
 * digits. @throws for a text that is no value
 */
export function parseSearchValue(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (typeof value === "number" && String(value) !== text) throw new SyntaxError("The digits are a text.");
  return value;
}
