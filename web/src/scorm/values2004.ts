/** Values that the library lets through although they are of another type (RTE 4th Ed. 4.1.1.7): the server would not take them. */
export function isOfAnotherType(element: string, value: string): boolean {
  if (/^cmi\.(comments_from_learner|interactions)\.\d+\.timestamp$/.test(element)) return !isTimestamp(value);
  if (/^cmi\.(session_time$|interactions\.\d+\.latency$)/.test(element)) return !isDuration(value);
  return /^cmi\.(objectives\.\d+|interactions\.\d+(\.objectives\.\d+)?)\.id$/.test(element) && !isIdentifier(value);
}

/** `P1Y2M3DT4H5M6.78S`, of which there is at least one part, and one after the T (timeinterval (second,10,2)). */
function isDuration(value: string): boolean {
  return /^P(?=\d|T)(\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+(\.\d{1,2})?S)?)?$/.test(value);
}

/** The years of time(second,10,0) are those of a clock of 32 bits; what else it has to be the library knows. */
function isTimestamp(value: string): boolean {
  const year = Number(value.slice(0, 4));
  return year >= 1970 && year <= 2038 && !/\.\d{3}/.test(value);
}

/** A long_identifier_type: some characters without spaces between them, and as a URN one with a name in its namespace. */
function isIdentifier(value: string): boolean {
  return /\S/.test(value) && (!/^urn:/i.test(value) || /^urn:[a-z0-9][a-z0-9-]{0,31}:\S+$/i.test(value));
}
