const LONGEST = 500;

/** Reads where a person wants to go after a sign-in: a path of this host; null for anything else. */
export function readReturnPath(given: string | undefined): string | null {
  if (!given || given.length > LONGEST || !/^\/(?![/\\])[!-~]*$/.test(given)) return null;
  const base = "http://here.invalid";
  const url = URL.canParse(given, base) ? new URL(given, base) : null;
  return url?.origin === base ? `${url.pathname}${url.search}${url.hash}` : null;
}
