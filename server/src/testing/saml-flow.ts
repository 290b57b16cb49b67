import { openFlow, type OpenFlow } from "./identity.ts";
import { readRequest } from "./saml.ts";
import type { TestServer } from "./server.ts";

/** A sign-in that has left for a SAML provider. */
export interface SamlFlow extends OpenFlow {
  /** Where its answer goes. */
  to: { acsUrl: string; entityId: string; requestId: string };
}

/** Clicks the button of a SAML provider on the login form. */
export async function leaveForSaml(
  server: TestServer,
  provider: { id: number; callback_url: string; own_metadata_url: string },
): Promise<SamlFlow> {
  const flow = await openFlow(server, `/sso/saml/${provider.id}/start`);
  const { id: requestId } = readRequest(flow.address);
  return { ...flow, to: { acsUrl: provider.callback_url, entityId: provider.own_metadata_url, requestId } };
}

/** Posts a response as the page of a provider does: without the cookie. @returns where the product leads */
export async function postSamlResponse(
  { app }: Pick<TestServer, "app">,
  to: string,
  xml: string,
  relayState = "",
): Promise<URL> {
  const { pathname, hostname } = new URL(to);
  const response = await app.inject({
    method: "POST",
    url: pathname,
    headers: { host: hostname, "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
    payload: new URLSearchParams({
      SAMLResponse: Buffer.from(xml).toString("base64"),
      RelayState: relayState,
    }).toString(),
  });
  if (response.statusCode !== 303) throw new Error(response.json().error);
  return new URL(response.headers.location!);
}
