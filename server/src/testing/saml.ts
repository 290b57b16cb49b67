import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { inflateRawSync } from "node:zlib";
import { SignedXml } from "xml-crypto";
import { encrypt } from "xml-encryption";
import { createOwnKey, type OwnKey } from "../features/identity/self-signed.ts";

const IDP_ENTITY = "https://idp.northgate.test/metadata";

/** What an assertion says; a test changes what it needs. */
export interface AssertionOptions {
  nameId?: string;
  nameIdFormat?: string;
  issuer?: string;
  audience?: string | null;
  recipient?: string;
  inResponseTo?: string | null;
  issued?: Date;
  notBefore?: Date;
  notOnOrAfter?: Date;
  id?: string;
  attributes?: Record<string, string | string[]>;
  sessionIndex?: string;
  /** Which parts are signed. */
  signs?: "assertion" | "response" | "both" | "none";
  key?: OwnKey;
  encryptFor?: string;
  /** Of the signature. */
  digest?: "sha1" | "sha256";
}

/** Where an assertion goes. */
interface Addressee {
  acsUrl: string;
  entityId: string;
  /** The id of the request that it answers. */
  requestId: string;
}

const newId = () => `_${randomBytes(16).toString("hex")}`;
const EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#";
const ENVELOPED = "http://www.w3.org/2000/09/xmldsig#enveloped-signature";
const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** A SAML identity provider: a key, its metadata, and responses that it signs. */
export class SamlProvider {
  readonly key = createOwnKey("IdP");

  /** Returns the metadata that an admin pastes. */
  metadata({ entityId = IDP_ENTITY, sso = "https://idp.northgate.test/sso", slo = "" } = {}): string {
    const certificate = this.key.certificate.replaceAll(/-----.*-----|\s/g, "");
    return `<?xml version="1.0"?><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
      <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
        <md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>
        ${slo && `<md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${slo}"/>`}
        <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${sso}/post"/>
        <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${sso}"/>
      </md:IDPSSODescriptor></md:EntityDescriptor>`;
  }

  /** Writes a signed response as XML. */
  async respond(to: Addressee, options: AssertionOptions = {}): Promise<string> {
    const { signs = "assertion", key = this.key, encryptFor, digest } = options;
    let assertion = this.assert(to, options);
    if (signs === "assertion" || signs === "both") assertion = sign(assertion, "Assertion", key, EXCLUSIVE, digest);
    if (encryptFor) assertion = await encryptAssertion(assertion, encryptFor);
    const response = this.wrap(to, assertion, options);
    return signs === "response" || signs === "both" ? sign(response, "Response", key, EXCLUSIVE, digest) : response;
  }

  /** Writes an assertion without a signature. */
  assert({ acsUrl, entityId, requestId }: Addressee, options: AssertionOptions = {}): string {
    const now = Date.now();
    const {
      nameId = "ada",
      nameIdFormat = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
      issuer = IDP_ENTITY,
      audience = entityId,
      recipient = acsUrl,
      inResponseTo = requestId,
      issued = new Date(now),
      notBefore = new Date(now - 60_000),
      notOnOrAfter = new Date(now + 300_000),
      id = newId(),
      sessionIndex = "s1",
      attributes = { email: "ada@northgate.test", givenName: "Ada", sn: "Byron" },
    } = options;
    const values = Object.entries(attributes).map(
      ([name, value]) =>
        `<saml:Attribute Name="${escape(name)}">${[value]
          .flat()
          .map((each) => `<saml:AttributeValue>${escape(each)}</saml:AttributeValue>`)
          .join("")}</saml:Attribute>`,
    );
    const restriction =
      audience === null
        ? ""
        : `<saml:AudienceRestriction><saml:Audience>${escape(audience)}</saml:Audience></saml:AudienceRestriction>`;
    return `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" IssueInstant="${issued.toISOString()}" Version="2.0"><saml:Issuer>${escape(issuer)}</saml:Issuer><saml:Subject><saml:NameID Format="${nameIdFormat}">${nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData${inResponseTo === null ? "" : ` InResponseTo="${inResponseTo}"`} NotOnOrAfter="${notOnOrAfter.toISOString()}" Recipient="${escape(recipient)}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${notBefore.toISOString()}" NotOnOrAfter="${notOnOrAfter.toISOString()}">${restriction}</saml:Conditions><saml:AuthnStatement AuthnInstant="${new Date(now).toISOString()}" SessionIndex="${escape(sessionIndex)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${values.join("")}</saml:AttributeStatement></saml:Assertion>`;
  }

  /** Puts an assertion into a response without a signature. */
  wrap(
    { acsUrl, requestId }: Addressee,
    assertion: string,
    { inResponseTo = requestId }: AssertionOptions = {},
  ): string {
    return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${newId()}"${inResponseTo === null ? "" : ` InResponseTo="${inResponseTo}"`} IssueInstant="${new Date().toISOString()}" Version="2.0" Destination="${escape(acsUrl)}"><saml:Issuer>${IDP_ENTITY}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${assertion}</samlp:Response>`;
  }
}

/** Signs the element of a name in XML. */
export function sign(
  xml: string,
  element: "Assertion" | "Response" | "LogoutRequest",
  key: OwnKey,
  canonical = EXCLUSIVE,
  digest: "sha1" | "sha256" = "sha256",
): string {
  const signature = new SignedXml({
    privateKey: key.privateKey,
    signatureAlgorithm:
      digest === "sha1"
        ? "http://www.w3.org/2000/09/xmldsig#rsa-sha1"
        : "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
    canonicalizationAlgorithm: canonical as typeof EXCLUSIVE,
  });
  signature.addReference({
    xpath: `//*[local-name(.)='${element}']`,
    transforms: [ENVELOPED, canonical],
    digestAlgorithm: "http://www.w3.org/2001/04/xmlenc#sha256",
  });
  const issuer = `//*[local-name(.)='${element}']/*[local-name(.)='Issuer']`;
  signature.computeSignature(xml, { location: { reference: issuer, action: "after" } });
  return signature.getSignedXml();
}

async function encryptAssertion(assertion: string, certificate: string): Promise<string> {
  const encrypted = await promisify(encrypt)(assertion, {
    rsa_pub: certificate,
    pem: certificate,
    encryptionAlgorithm: "http://www.w3.org/2009/xmlenc11#aes256-gcm",
    keyEncryptionAlgorithm: "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p",
  } as Parameters<typeof encrypt>[1]);
  return `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${String(encrypted)}</saml:EncryptedAssertion>`;
}

/** Reads a request from the address at the provider. */
export function readRequest(address: string): { xml: string; id: string; isSigned: boolean } {
  const { searchParams } = new URL(address);
  const xml = inflateRawSync(Buffer.from(searchParams.get("SAMLRequest")!, "base64")).toString("utf8");
  return { xml, id: / ID="([^"]+)"/.exec(xml)![1]!, isSigned: searchParams.has("Signature") };
}
