/** Values that the library lets through although they are of another type (RTE 4th Ed. 4.1.1.7): the server would not take them. */
export function isOfAnotherType(element: string, value: string): boolean {
  if (/^cmi\.comments_from_learner\.\d+\.timestamp$/.test(element)) return !isTimestamp(value);
  if (element === "cmi.session_time") return !isDuration(value);
  return /^cmi\.objectives\.\d+\.id$/.test(element) && !isIdentifier(value);
}

/** `P1Y2M3DT4H5M6.78S`, of which there is at least one part, and one after the T (timeinterval (second,10,2)). */
export function isDuration(value: string): boolean {
  return /^P(?=\d|T)(\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+(\.\d{1,2})?S)?)?$/.test(value);
}

const HOUR = "([01]\\d|2[0-3])";
const SIXTY = "[0-5]\\d";
const FRACTION = `(\\.(\\d{3}Z|\\d{1,2}(Z|[+-]${HOUR}(:${SIXTY})?)?))?`;
const TIMESTAMP = new RegExp(
  `^(19[7-9]\\d|20[0-2]\\d|203[0-8])(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\\d|3[01])(T${HOUR}(:${SIXTY}(:${SIXTY}${FRACTION})?)?)?)?)?$`,
);

/** time(second,10,0): the years are those of a clock of 32 bits, and a zone follows a fraction of a second alone. */
export function isTimestamp(value: string): boolean {
  return TIMESTAMP.test(value);
}

/** Real content writes what `Date.toISOString` gives it, a decimal more than the standard has: it is cut, and not refused. */
export function cut(element: string, value: string): string {
  return element.endsWith(".timestamp") && isTimestamp(value) ? value.replace(/(\.\d\d)\dZ$/, "$1Z") : value;
}

/** A long_identifier_type: some characters without spaces between them, and as a URN one with a name in its namespace. */
export function isIdentifier(value: string): boolean {
  return /\S/.test(value) && (!/^urn:/i.test(value) || /^urn:[a-z0-9][a-z0-9-]{0,31}:\S+$/i.test(value));
}

export function isNumber(value: string): boolean {
  return /^-?\d*\.?\d+([eE][+-]?\d+)?$|^-?\d+\.$/.test(value);
}
