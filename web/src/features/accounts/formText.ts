/** Reads a text field of a form; "" if the form has none of that name. */
export function readText(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === "string" ? value : "";
}
