import { createSign, generateKeyPairSync, randomBytes } from "node:crypto";

/** A key of the product for one SAML provider, as PEM. */
export interface OwnKey {
  privateKey: string;
  certificate: string;
}

const YEARS = 20;

/**
 * Creates an RSA key and a certificate that it signs itself, in which SAML metadata carry a public key. Nobody checks its
 * names and dates: providers trust the key that they were given.
 */
export function createOwnKey(name: string): OwnKey {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const begin = new Date();
  const end = new Date(begin);
  end.setUTCFullYear(begin.getUTCFullYear() + YEARS);
  const subject = sequence(set(sequence(OID_COMMON_NAME, tlv(0x0c, Buffer.from(name.slice(0, 60))))));
  const content = sequence(
    tlv(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([0x01]), randomBytes(15)])),
    ALGORITHM,
    subject,
    sequence(toTime(begin), toTime(end)),
    subject,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = createSign("sha256").update(content).sign(privateKey);
  const certificate = sequence(content, ALGORITHM, tlv(0x03, Buffer.concat([Buffer.from([0]), signature])));
  return {
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
    certificate: toPem(certificate.toString("base64")),
  };
}

/** Writes a certificate in Base64 as PEM. */
export const toPem = (base64: string) =>
  `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/\s/g, "").replaceAll(/(.{64})(?=.)/g, "$1\n")}\n-----END CERTIFICATE-----\n`;

function tlv(tag: number, content: Buffer): Buffer {
  const size = content.length;
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const sequence = (...parts: Buffer[]) => tlv(0x30, Buffer.concat(parts));
const set = (...parts: Buffer[]) => tlv(0x31, Buffer.concat(parts));
const integer = (value: Buffer) => tlv(0x02, value);
const OID_COMMON_NAME = Buffer.from("0603550403", "hex");
/** sha256WithRSAEncryption. */
const ALGORITHM = sequence(Buffer.from("06092a864886f70d01010b", "hex"), Buffer.from("0500", "hex"));
/** GeneralizedTime, which every year fits. */
const toTime = (date: Date) => tlv(0x18, Buffer.from(`${date.toISOString().slice(0, 19).replaceAll(/[-:T]/g, "")}Z`));
