import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";
import type { Profile } from "@node-saml/node-saml";
import { hash } from "../../access/session.ts";
import { inInstance } from "../../access/tenancy.ts";
import { Conflict } from "../../errors.ts";
import { t } from "../../i18n/message.ts";
import type { Platform } from "../../platform/platform.ts";
import { useAssertion } from "./flows.queries.ts";
import type { IdentitySession } from "./identity.ts";
import { endSessionsOf } from "./provider-sessions.queries.ts";
import { type At, checkXml, openLibrary, SKEW_MS } from "./saml.service.ts";
import { isStrong, readLogoutFacts } from "./saml-signatures.ts";

/** A request is refused when it was written longer ago than this, and is remembered for as long. */
const LONGEST_MS = 5 * 60_000;
const MOST_INFLATED = 64 * 1024;
const PARAMETERS: ReadonlySet<string> = new Set(["SAMLRequest", "RelayState", "SigAlg", "Signature"]);

/** Returns the address at the provider that ends a person's session there, with a signed request; it comes back with the host. */
export async function toLogoutUrl(
  platform: Platform,
  { subject, session, host, ...at }: At & { subject: string; session: IdentitySession; host: string },
): Promise<string | null> {
  if (!at.provider.settings.slo_url) return null;
  const { key, format, name_qualifier, sp_name_qualifier } = session;
  const person = {
    issuer: at.provider.issuer,
    nameID: subject,
    nameIDFormat: format ?? "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified",
    ...(name_qualifier !== undefined && { nameQualifier: name_qualifier }),
    ...(sp_name_qualifier !== undefined && { spNameQualifier: sp_name_qualifier }),
    ...(key !== null && { sessionIndex: key }),
  };
  const library = await openLibrary(platform, at);
  return library.getLogoutUrlAsync(person, host, {});
}

/** A request of a provider to end sessions: the query of HTTP-Redirect, or the form of HTTP-POST. */
export type LogoutMessage = { query: string } | { form: { SAMLRequest: string; RelayState?: string | undefined } };

/**
 * Ends the sessions that a provider names in a signed request, each request once.
 * @returns the address at the provider that takes the answer; null when it has none
 * @throws Conflict for a request that cannot be trusted
 */
export async function receiveLogout(platform: Platform, at: At, message: LogoutMessage): Promise<string | null> {
  const { instanceId, provider } = at;
  try {
    const { profile, key, relayState } = await readRequest(platform, at, message);
    if (profile.issuer !== provider.issuer) throw new Error("issuer");
    const ended = await inInstance(platform.database, instanceId, async (db) => {
      const used = {
        providerId: provider.id,
        assertionHash: hash(`logout ${profile.ID}`),
        expiresAt: new Date(Date.now() + 2 * LONGEST_MS),
      };
      if (!(await useAssertion({ db, instanceId }, used))) throw new Error("replay");
      return endSessionsOf(
        { db, instanceId },
        {
          providerId: provider.id,
          issuer: provider.issuer,
          subject: profile.nameID.trim(),
          key,
        },
      );
    });
    platform.log.info({ provider: provider.id, ended }, "an identity provider ended sessions");
    if (!provider.settings.slo_url) return null;
    const library = await openLibrary(platform, at);
    return await library.getLogoutResponseUrlAsync(profile, relayState, {}, true);
  } catch (error) {
    platform.log.warn({ provider: provider.id, code: "saml_logout" }, "a request to sign out was refused");
    throw new Conflict(t`The request of ${provider.name} to sign out could not be trusted.`, { cause: error });
  }
}

async function readRequest(
  platform: Platform,
  at: At,
  message: LogoutMessage,
): Promise<{ profile: Profile; key: string | null; relayState: string }> {
  const library = await openLibrary(platform, at);
  if ("form" in message) {
    const { SAMLRequest, RelayState } = message.form;
    const xml = Buffer.from(SAMLRequest, "base64").toString("utf8");
    checkTime(xml);
    const { profile } = await library.validatePostRequestAsync({ SAMLRequest });
    return { profile, key: readKey(xml, profile), relayState: RelayState ?? "" };
  }
  const parameters = readQuery(message.query);
  const inflated = await promisify(inflateRaw)(Buffer.from(parameters["SAMLRequest"]!, "base64"), {
    maxOutputLength: MOST_INFLATED,
  });
  const xml = inflated.toString("utf8");
  checkTime(xml);
  const { profile } = await library.validateRedirectAsync(parameters, message.query);
  if (!profile) throw new Error("no person");
  return { profile, key: readKey(xml, profile), relayState: parameters["RelayState"] ?? "" };
}

/** Returns the one session that a request names; null for all of the person, also when it names several. */
function readKey(xml: string, { sessionIndex }: Profile): string | null {
  return readLogoutFacts(xml).sessions > 1 ? null : (sessionIndex ?? null);
}

/** Reads the query of a signed request. The library would take one without a signature, and finds parameters by parts of their names. */
function readQuery(query: string): Record<string, string> {
  const parameters: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(query)) {
    if (!PARAMETERS.has(name) || name in parameters) throw new Error("parameters");
    parameters[name] = value;
  }
  if (!parameters["SAMLRequest"] || !parameters["Signature"]) throw new Error("not signed");
  if (!isStrong(parameters["SigAlg"])) throw new Error("algorithm");
  return parameters;
}

/** Checks when a request says that it was written; whether it is signed is checked by the library. */
function checkTime(xml: string): void {
  checkXml(xml);
  const { written } = readLogoutFacts(xml);
  if (!(Math.abs(Date.now() - written) < LONGEST_MS + SKEW_MS)) throw new Error("time");
}
