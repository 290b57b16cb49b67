const longest = 50;

/** A title of at most 50 characters and an ellipsis; a character is never cut in two. */
export function cut(title: string): string {
  const characters = Array.from(title);
  return characters.length > longest ? `${characters.slice(0, longest).join("")}…` : title;
}
