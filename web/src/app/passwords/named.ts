/** The fields of a form in which the owner of its password is named. */
const NAMES = ["first_name", "last_name", "email"];

/** Returns what is typed in the fields of a form that name the owner of its password, and in some others. */
export function readNamed(form: HTMLFormElement | null, others: readonly string[] = []): string[] {
  const given = form ? new FormData(form) : null;
  return [...NAMES, ...others].map((name) => given?.get(name)).filter((value) => typeof value === "string");
}
