/** A word by which the server knows something that comes a second time. Not `randomUUID`: browsers have it on https alone. */
export const newLetterId = () =>
  [...crypto.getRandomValues(new Uint32Array(3))].map((part) => part.toString(36)).join("-");
