import { X509Certificate } from "node:crypto";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { Invalid } from "../../errors.ts";
import { type Message, t } from "../../i18n/message.ts";
import { toPem } from "./self-signed.ts";

/** What the metadata of an identity provider say. */
export interface IdpMetadata {
  issuer: string;
  sso_url: string;
  slo_url: string | null;
  /** The certificates of its keys, as PEM. */
  certificates: string[];
}

export const LONGEST_METADATA = 500_000;
const REDIRECT = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";
const MOST_CERTIFICATES = 10;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: true,
  htmlEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: 50,
  isArray: (name) => LISTS.has(name),
});
const LISTS: ReadonlySet<string> = new Set([
  "EntityDescriptor",
  "IDPSSODescriptor",
  "KeyDescriptor",
  "SingleSignOnService",
  "SingleLogoutService",
  "X509Data",
  "X509Certificate",
]);

interface Endpoint {
  "@Binding"?: string;
  "@Location"?: string;
}
interface Entity {
  "@entityID"?: string;
  IDPSSODescriptor?: {
    KeyDescriptor?: {
      "@use"?: string;
      KeyInfo?: { X509Data?: { X509Certificate?: (string | { "#text"?: string })[] }[] };
    }[];
    SingleSignOnService?: Endpoint[];
    SingleLogoutService?: Endpoint[];
  }[];
}

/**
 * Reads the metadata of an identity provider. A document type is refused, and with it every entity but XML's own.
 * @throws Invalid for `metadata`
 */
export function readMetadata(xml: string): IdpMetadata {
  if (xml.length > LONGEST_METADATA) throw wrong(t`These metadata are too long.`);
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw wrong(t`Metadata cannot have a document type.`);
  if (XMLValidator.validate(xml) !== true) throw wrong(t`This is not XML. Paste the whole metadata of your provider.`);
  const document = parser.parse(xml) as {
    EntityDescriptor?: Entity[];
    EntitiesDescriptor?: { EntityDescriptor?: Entity[] };
  };
  const entities = document.EntityDescriptor ?? document.EntitiesDescriptor?.EntityDescriptor ?? [];
  const providers = entities.filter((each) => each.IDPSSODescriptor);
  if (providers.length !== 1)
    throw wrong(t`These metadata describe ${providers.length} identity providers instead of one.`);
  const { "@entityID": issuer, IDPSSODescriptor: [descriptor] = [] } = providers[0]!;
  const find = (endpoints: Endpoint[] | undefined) =>
    endpoints?.find((each) => each["@Binding"] === REDIRECT)?.["@Location"] ?? null;
  const sso_url = find(descriptor!.SingleSignOnService);
  const certificates = (descriptor!.KeyDescriptor ?? [])
    .filter((key) => key["@use"] !== "encryption")
    .flatMap((key) => key.KeyInfo?.X509Data ?? [])
    .flatMap((data) => data.X509Certificate ?? [])
    .map((each) => toCertificate(typeof each === "string" ? each : (each["#text"] ?? "")));
  if (!issuer || issuer.length > 500) throw wrong(t`These metadata have no entity ID.`);
  if (sso_url === null || !isWebAddress(sso_url))
    throw wrong(t`These metadata have no address for sign-in by HTTP-Redirect.`);
  if (certificates.length === 0 || certificates.length > MOST_CERTIFICATES)
    throw wrong(t`These metadata have no certificate for signatures.`);
  const slo_url = find(descriptor!.SingleLogoutService);
  return {
    issuer,
    sso_url,
    slo_url: slo_url !== null && isWebAddress(slo_url) ? slo_url : null,
    certificates: [...new Set(certificates)],
  };
}

function toCertificate(base64: string): string {
  try {
    const { raw } = new X509Certificate(Buffer.from(base64, "base64"));
    return toPem(raw.toString("base64"));
  } catch {
    throw wrong(t`These metadata have a certificate that cannot be read.`);
  }
}

const isWebAddress = (address: string) =>
  address.length <= 1_000 && URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);

const wrong = (message: Message) => new Invalid({ metadata: [message] });
