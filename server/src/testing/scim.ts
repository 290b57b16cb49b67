import type { TestServer } from "./server.ts";

export interface ScimResponse {
  status: number;
  headers: Record<string, string | undefined>;
  body: any;
}

/** Calls the interface for provisioning with a token. */
export type ScimClient = (
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD",
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<ScimResponse>;

const CREATE = `mutation ($name: String!) { createProvisioningToken(name: $name, days: 30) { id token } }`;

/** Creates a token for provisioning as an admin. */
export async function createScimToken(
  server: TestServer,
  { name = "Entra ID", email = "admin@demo.test" } = {},
): Promise<{ id: number; token: string }> {
  return (await (await server.as(email)).data(CREATE, { name })).createProvisioningToken;
}

/** Returns a client for a token; null sends none. */
export function scimClient(server: TestServer, token: string | null, host = "demo.localhost"): ScimClient {
  return async (method, path, body, headers = {}) => {
    const response = await server.app.inject({
      method,
      url: `/scim/v2${path}`,
      headers: {
        host,
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": "application/scim+json" }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = response.body;
    return {
      status: response.statusCode,
      headers: response.headers as Record<string, string>,
      body: text ? (JSON.parse(text) as unknown) : null,
    };
  };
}

export const USER = "urn:ietf:params:scim:schemas:core:2.0:User";
export const GROUP = "urn:ietf:params:scim:schemas:core:2.0:Group";
export const PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

/** Returns the body of a new user. */
export const person = (userName: string, more: object = {}) => ({
  schemas: [USER],
  userName,
  name: { givenName: "Nell", familyName: "Rivers" },
  ...more,
});

/** Returns the body of a PATCH. */
export const createPatch = (...Operations: object[]) => ({ schemas: [PATCH], Operations });
