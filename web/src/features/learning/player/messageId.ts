/** Creates an id by which the server recognises a repeated message. `randomUUID` exists only on https. */
export const createMessageId = () =>
  [...crypto.getRandomValues(new Uint32Array(3))].map((part) => part.toString(36)).join("-");
