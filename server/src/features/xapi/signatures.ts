import type * as Jose from "jose";
import { bad } from "./refusal.ts";
import { saysTheSame } from "./equality.ts";
import { checkStatement, type Statement, type Version } from "./statement-rules.ts";
import { parseJson } from "../../platform/json.ts";

export const SIGNATURE = "http://adlnet.gov/expapi/attachments/signature";

const ALGORITHMS = ["RS256", "RS384", "RS512"];

/**
 * Checks the signature of a signed statement (xAPI 2.0, 4.2.6): a JWS by RSA whose payload equals the statement and
 * whose certificate, if included, matches.
 * @throws XapiRefusal 400
 */
export async function checkSignature(statement: Statement, jws: Buffer, version: Version): Promise<void> {
  const jose = await import("jose");
  const text = jws.toString("latin1").trim();
  const header = readHeader(jose, text);
  if (!ALGORITHMS.includes(header.alg ?? "")) throw bad("A statement is signed with RS256, RS384 or RS512.");
  const signed = readPayload(text);
  checkStatement(signed, version);
  if (!saysTheSame({ ...signed, attachments: [] }, { ...statement, attachments: [] }))
    throw bad("The signature is of another statement.");
  const [certificate] = header.x5c ?? [];
  if (!certificate) return;
  const pem = `-----BEGIN CERTIFICATE-----\n${certificate.replace(/(.{64})/g, "$1\n")}\n-----END CERTIFICATE-----`;
  try {
    await jose.compactVerify(text, await jose.importX509(pem, header.alg!));
  } catch {
    throw bad("The signature was not made with its certificate.");
  }
}

function readHeader(jose: typeof Jose, jws: string): { alg?: string; x5c?: string[] } {
  try {
    return jose.decodeProtectedHeader(jws);
  } catch {
    throw bad("The signature is no JSON Web Signature.");
  }
}

function readPayload(jws: string): unknown {
  try {
    return parseJson(Buffer.from(jws.split(".")[1] ?? "", "base64url").toString("utf8"));
  } catch {
    throw bad("The payload of the signature is no statement.");
  }
}
