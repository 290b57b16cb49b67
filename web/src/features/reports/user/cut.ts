const longest = 50;

/** Shortens a title to 50 characters and an ellipsis, without splitting a character. */
export function cut(title: string): string {
  const characters = Array.from(title);
  return characters.length > longest ? `${characters.slice(0, longest).join("")}…` : title;
}
