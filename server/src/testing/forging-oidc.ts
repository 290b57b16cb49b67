import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";

/** An OpenID provider whose tokens a test writes itself. */
export interface ForgingProvider {
  issuer: string;
  /** What the token endpoint answers to any code. */
  idToken: string;
  /** What it was sent last. */
  received: URLSearchParams;
  /** The keys that it publishes. */
  keys: JWK[];
  /** Signs claims with its key. */
  sign: (claims: Record<string, unknown>, header?: Record<string, unknown>) => Promise<string>;
  /** Replaces its key; tokens are signed with the new one. */
  rotate: () => Promise<void>;
  /** What its endpoint for details says of the person, once `metadata` names that endpoint. */
  details: Record<string, unknown>;
  /** More of its description. */
  metadata: Record<string, unknown>;
  close: () => Promise<void>;
}

/** Starts a provider that signs what it is given. */
export async function openForgingProvider(): Promise<ForgingProvider> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let key: CryptoKey;
  let rotations = 0;
  const provider: ForgingProvider = {
    issuer,
    idToken: "",
    received: new URLSearchParams(),
    keys: [],
    details: {},
    metadata: {},
    sign: (claims, header = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: String(rotations), ...header }).sign(key),
    rotate: async () => {
      const pair = await generateKeyPair("RS256");
      key = pair.privateKey;
      provider.keys = [{ ...(await exportJWK(pair.publicKey)), kid: String(++rotations), alg: "RS256", use: "sig" }];
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  await provider.rotate();
  server.on("request", (request, response) => {
    const send = (body: unknown) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(body));
    };
    const { pathname } = new URL(request.url!, issuer);
    if (pathname === "/.well-known/openid-configuration")
      return send({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        id_token_signing_alg_values_supported: ["RS256"],
        ...provider.metadata,
      });
    if (pathname === "/jwks") return send({ keys: provider.keys });
    if (pathname === "/userinfo") return send(provider.details);
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      provider.received = new URLSearchParams(body);
      send({ access_token: "x", token_type: "Bearer", id_token: provider.idToken });
    });
  });
  return provider;
}
