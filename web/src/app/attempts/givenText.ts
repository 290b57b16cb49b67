/** Formats a stored answer of any question type as one line of text. */
export function givenText(response: string): string {
  let given: Record<string, unknown>;
  try {
    given = JSON.parse(response) as Record<string, unknown>;
  } catch {
    return "";
  }
  const { selectedOption, freeTextAnswer, userOrder, userSelections, content, file_name } = given;
  const one = [selectedOption, freeTextAnswer, content, file_name].find((text) => typeof text === "string" && text);
  if (typeof one === "string") return one;
  if (Array.isArray(userOrder)) return userOrder.join(" → ");
  if (Array.isArray(userSelections)) return userSelections.join(", ");
  if (typeof userSelections === "object" && userSelections !== null)
    return Object.entries(userSelections)
      .map(([left, right]) => `${left}: ${String(right)}`)
      .join(", ");
  return "";
}
