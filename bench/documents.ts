import { readTrustedDocuments } from "../server/src/platform/web-client.ts";

/** Finds the hash by which the built client sends a query. @param name of its operation @throws Error without a build */
export function findDocument(name: string): string {
  const found = [...readTrustedDocuments()].find(([, text]) => new RegExp(`^query ${name}\\b`).test(text));
  if (!found) throw new Error(`The built client has no query '${name}'.`);
  return found[0];
}

/** The headers of the client's requests in a current browser, which accepts compressed answers. */
export const CLIENT_HEADERS = {
  accept: "application/json",
  "accept-language": "en",
  "accept-encoding": "gzip, deflate, br, zstd",
  "content-type": "application/json",
};
