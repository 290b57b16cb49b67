import { XMLParser } from "fast-xml-parser";

const STRONG = /^http:\/\/www\.w3\.org\/2001\/04\/xmldsig-more#rsa-sha(256|384|512)$/;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  removeNSPrefix: true,
  parseTagValue: false,
  processEntities: true,
  htmlEntities: false,
  maxNestedTags: 100,
});

/** Tells whether an algorithm of signatures counts: RSA with SHA-256 or longer. */
export const isStrong = (algorithm: string | undefined): boolean => STRONG.test(algorithm ?? "");

/** Refuses XML with a signature by a weak algorithm; the library would take SHA-1. @throws Error */
export function checkSignatures(xml: string): void {
  const waiting: unknown[] = [parser.parse(xml)];
  while (waiting.length > 0) {
    const part = waiting.pop();
    if (typeof part !== "object" || part === null) continue;
    for (const [name, value] of Object.entries(part)) {
      if (name === "SignatureMethod" && ![value].flat().every((method) => isStrong(readAlgorithm(method))))
        throw new Error("algorithm");
      waiting.push(value);
    }
  }
}

const ENCRYPTED: ReadonlySet<string> = new Set(["EncryptedAssertion", "EncryptedData", "EncryptedKey"]);

/**
 * Tells whether XML has an encrypted assertion. Anybody can encrypt for the product, so there may be one of each part only:
 * of several, the library and the check could decrypt different ones.
 * @throws Error for several
 */
export function hasEncryptedAssertion(xml: string): boolean {
  const found: string[] = [];
  const waiting: unknown[] = [parser.parse(xml)];
  while (waiting.length > 0) {
    const part = waiting.pop();
    if (typeof part !== "object" || part === null) continue;
    for (const [name, value] of Object.entries(part)) {
      if (ENCRYPTED.has(name)) found.push(...[value].flat().map(() => name));
      waiting.push(value);
    }
  }
  if (new Set(found).size < found.length) throw new Error("several encrypted parts");
  return found.includes("EncryptedAssertion");
}

/**
 * Reads of a request to sign out when it says that it was written, and how many sessions it names. By the parser: a regular
 * expression would take minutes for a text that strangers can write.
 */
export function readLogoutFacts(xml: string): { written: number; sessions: number } {
  const { LogoutRequest: request } = parser.parse(xml) as {
    LogoutRequest?: { "@IssueInstant"?: string; SessionIndex?: unknown };
  };
  const sessions = request?.SessionIndex === undefined ? [] : [request.SessionIndex].flat();
  return { written: Date.parse(request?.["@IssueInstant"] ?? ""), sessions: sessions.length };
}

const readAlgorithm = (method: unknown): string | undefined =>
  (method as { "@Algorithm"?: string } | null)?.["@Algorithm"];
