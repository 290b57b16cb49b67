/** Counts the words of a text as the server does: what is between spaces and is more than signs. */
export const countWords = (text: string): number =>
  text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
