/** Builds a shell command that sends one query; quotes within it are kept. */
export function curlLine(origin: string, query: string): string {
  const body = JSON.stringify({ query }).replaceAll("'", "'\\''");
  return [
    `curl ${origin}/graphql`,
    "-H 'Authorization: Bearer YOUR_KEY'",
    "-H 'Content-Type: application/json'",
    `-d '${body}'`,
  ].join(" \\\n  ");
}
