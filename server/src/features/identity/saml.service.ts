import { promisify } from "node:util";
import type { Profile, SAML } from "@node-saml/node-saml";
import { unseal } from "../../access/sealed.ts";
import { hash } from "../../access/session.ts";
import { inInstance } from "../../access/tenancy.ts";
import { t } from "../../i18n/message.ts";
import type { Platform } from "../../platform/platform.ts";
import { useAssertion } from "./flows.queries.ts";
import type { Identity } from "./identity.ts";
import type { UsedProvider } from "./providers.queries.ts";
import { checkSignatures, hasEncryptedAssertion } from "./saml-signatures.ts";
import { SignInRefused } from "./refused-sign-in.ts";
import { SECRET_PURPOSE, toSecretContext } from "./secrets.ts";

export interface At {
  instanceId: number;
  provider: UsedProvider;
  /** The origin of the main site. */
  origin: string;
}

export const SKEW_MS = 60_000;
/** An assertion that was issued longer ago is refused, whatever end it names, because it has to be remembered until then. */
const LONGEST_MS = 60 * 60_000;
/** Anybody may send a response: more tags than those of a thousand groups are refused before the library reads them. */
const MOST_TAGS = 5_000;
const BEARER = "urn:oasis:names:tc:SAML:2.0:cm:bearer";
const TRANSIENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient";
const EMAIL_FORMAT = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";

/** Returns the addresses of the product for a provider. */
export const toAddresses = ({ origin, provider: { id } }: { origin: string; provider: { id: number } }) => ({
  entityId: `${origin}/sso/saml/${id}/metadata`,
  acsUrl: `${origin}/sso/saml/${id}/acs`,
  sloUrl: `${origin}/sso/saml/${id}/slo`,
});

/** Returns the metadata of the product for a provider. */
export async function describeProduct(platform: Platform, at: At): Promise<string> {
  const certificate = at.provider.settings.own_certificate!;
  const library = await openLibrary(platform, at);
  const metadata = library.generateServiceProviderMetadata(certificate, certificate);
  // The library names one binding; both are taken.
  return metadata.replace(
    /<SingleLogoutService Binding="([^"]*)HTTP-POST"[^>]*>/,
    (post, urn: string) => post.replace(`${urn}HTTP-POST`, `${urn}HTTP-Redirect`) + post,
  );
}

/** Returns the address at the provider where a sign-in goes on, with a signed request that names its state. */
export async function toRequestUrl(
  platform: Platform,
  at: At & { state: string; choosesAccount: boolean },
): Promise<string> {
  const library = await openLibrary(platform, at, toRequestId(at.state), at.choosesAccount);
  return library.getAuthorizeUrlAsync("", undefined, {});
}

/** The id of a request is its state, so that the signed answer leads back to the sign-in. */
const toRequestId = (state: string) => `_${state}`;

/** What an assertion says. */
interface Asserted {
  identity: Identity;
  /** Of the sign-in that it answers; null for one that the provider started. */
  state: string | null;
}

/**
 * Checks a response, and uses its assertion up.
 * @throws Conflict for a response that cannot be trusted, or that was received before by any server
 */
export async function readResponse(platform: Platform, at: At, response: string): Promise<Asserted> {
  const { instanceId, provider } = at;
  try {
    const xml = Buffer.from(response, "base64").toString("utf8");
    checkXml(xml);
    const isEncrypted = hasEncryptedAssertion(xml);
    if (provider.settings.requires_encryption && !isEncrypted) throw new Error("not encrypted");
    const library = await openLibrary(platform, at);
    // What is encrypted is checked like the rest.
    if (isEncrypted) checkXml(await decrypt(xml, library.options.decryptionPvk!));
    const { profile } = await library.validatePostResponseAsync({ SAMLResponse: response });
    if (!profile) throw new Error("no assertion");
    const { id, expiresAt, state } = checkAssertion(at, profile);
    const isFirst = await inInstance(platform.database, instanceId, (db) =>
      useAssertion({ db, instanceId }, { providerId: provider.id, assertionHash: hash(id), expiresAt }),
    );
    if (!isFirst) throw new Error("replay");
    return { identity: toIdentity(provider, profile), state };
  } catch (error) {
    platform.log.warn({ provider: provider.id, code: "saml" }, "a sign-in by an identity provider failed");
    throw new SignInRefused(
      "failed",
      t`The sign-in by ${provider.name} did not work. Please try again, or ask your training administrator.`,
      { cause: error },
    );
  }
}

async function decrypt(xml: string, key: string | Buffer): Promise<string> {
  const library = await import("xml-encryption");
  return promisify(library.decrypt)(xml, { key });
}

/** Refuses what no message needs before the library reads it. */
export function checkXml(xml: string): void {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw new Error("document type");
  if (xml.split("<", MOST_TAGS + 2).length > MOST_TAGS + 1) throw new Error("too many tags");
  checkSignatures(xml);
}

/** Returns the library as the product uses it with a provider. It is loaded with the first use, like that of OpenID Connect. */
export async function openLibrary(
  platform: Platform,
  { instanceId, provider, origin }: At,
  requestId?: string,
  choosesAccount = false,
): Promise<SAML> {
  const { SAML, ValidateInResponseTo } = await import("@node-saml/node-saml");
  const { id, settings, secret } = provider;
  const { entityId, acsUrl, sloUrl } = toAddresses({ origin, provider });
  const privateKey = unseal(platform.secret, SECRET_PURPOSE, toSecretContext(instanceId, id), secret!);
  return new SAML({
    issuer: entityId,
    audience: entityId,
    callbackUrl: acsUrl,
    entryPoint: settings.sso_url!,
    logoutUrl: settings.slo_url ?? settings.sso_url!,
    logoutCallbackUrl: sloUrl,
    idpCert: settings.certificates!,
    privateKey,
    publicCert: settings.own_certificate!,
    decryptionPvk: privateKey,
    signatureAlgorithm: "sha256",
    digestAlgorithm: "sha256",
    // One signature is enough, of the response or of the assertion: the library reads only what is signed.
    wantAuthnResponseSigned: false,
    wantAssertionsSigned: false,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    acceptedClockSkewMs: SKEW_MS,
    // Checked below, in what is signed.
    validateInResponseTo: ValidateInResponseTo.never,
    forceAuthn: choosesAccount,
    ...(requestId !== undefined && { generateUniqueId: () => requestId }),
  });
}

interface Confirmation {
  $?: { Method?: string };
  SubjectConfirmationData?: [
    { $?: { Recipient?: string; NotBefore?: string; NotOnOrAfter?: string; InResponseTo?: string } },
  ];
}

/** Checks in the signed assertion what the library leaves out: issuer, recipient, a limited time, what it answers. */
function checkAssertion(
  { provider, origin }: At,
  profile: Profile,
): { id: string; expiresAt: Date; state: string | null } {
  const { Assertion: assertion } = profile.getAssertion!() as {
    Assertion: {
      $?: { ID?: string; IssueInstant?: string };
      Issuer?: { _?: string }[];
      Subject?: { SubjectConfirmation?: Confirmation[] }[];
    };
  };
  if (assertion.Issuer?.[0]?._?.trim() !== provider.issuer) throw new Error("issuer");
  const id = assertion.$?.ID;
  if (!id) throw new Error("no id");
  const { acsUrl } = toAddresses({ origin, provider });
  const now = Date.now();
  // Some products name an end that is a day away.
  const latest = Date.parse(assertion.$?.IssueInstant ?? "") + LONGEST_MS;
  const isRecent = latest > now - SKEW_MS && latest < now + LONGEST_MS + SKEW_MS;
  if (!isRecent) throw new Error("issued too long ago");
  const found = (assertion.Subject?.[0]?.SubjectConfirmation ?? [])
    .filter((each) => each.$?.Method === BEARER)
    .map((each) => each.SubjectConfirmationData?.[0].$ ?? {})
    .find(({ Recipient, NotBefore, NotOnOrAfter }) => {
      const end = Date.parse(NotOnOrAfter ?? "");
      const isInTime = end > now - SKEW_MS && !(Date.parse(NotBefore ?? "") > now + SKEW_MS);
      return Recipient === acsUrl && isInTime;
    });
  if (!found) throw new Error("no valid confirmation");
  const answers = found.InResponseTo;
  if (answers === undefined && !provider.settings.allows_idp_initiated) throw new Error("unasked");
  if (answers !== undefined && !/^_[\w-]{43}$/.test(answers)) throw new Error("answers nothing");
  return {
    id,
    expiresAt: new Date(Math.min(Date.parse(found.NotOnOrAfter!), latest) + 2 * SKEW_MS),
    state: answers?.slice(1) ?? null,
  };
}

/** Returns who signed in. A name that is new at each sign-in cannot be recognised. */
function toIdentity({ issuer }: UsedProvider, profile: Profile): Identity {
  const { nameID, nameIDFormat, nameQualifier, spNameQualifier, sessionIndex } = profile;
  if (!nameID?.trim() || nameID.length > 255 || nameIDFormat === TRANSIENT) throw new Error("no stable subject");
  return {
    issuer,
    subject: nameID.trim(),
    claims: {
      ...(nameIDFormat === EMAIL_FORMAT && { email: nameID.trim() }),
      ...(profile["attributes"] as Record<string, unknown> | undefined),
      // Last, so that no attribute takes these names.
      NameID: nameID.trim(),
      NameIDFormat: nameIDFormat ?? "",
    },
    session: {
      key: sessionIndex && sessionIndex.length <= 500 ? sessionIndex : null,
      ...(nameIDFormat && { format: nameIDFormat }),
      ...(nameQualifier && { name_qualifier: nameQualifier }),
      ...(spNameQualifier && { sp_name_qualifier: spNameQualifier }),
    },
  };
}
