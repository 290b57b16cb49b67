import type { Client, TestServer } from "./server.ts";

/** The fields of a provider that tests read. */
export const PROVIDER = "id name issuer client_id has_secret callback_url is_active";

/** A sign-in that has left for a provider. */
export interface OpenFlow {
  /** The address at the provider. */
  address: string;
  state: string;
  nonce: string;
  cookie: string;
  /** Comes back from the provider. @returns the address that the product leads on to */
  comeBack: (address: URL, changes?: { cookie?: string; path?: string }) => Promise<URL>;
}

/** Clicks a button of the login form, and follows it to the address at the provider. */
export async function openFlow(server: TestServer, path: string, host = "demo.localhost"): Promise<OpenFlow> {
  const get = (url: string, at: string, cookie = "") =>
    server.app.inject({ url, headers: { host: at, accept: "application/json", cookie } });
  let response = await get(path, host);
  if (response.statusCode === 303 && !response.headers["set-cookie"]) {
    const elsewhere = new URL(response.headers.location!);
    response = await get(elsewhere.pathname + elsewhere.search, elsewhere.hostname);
  }
  if (response.statusCode !== 303) throw new Error(response.json().error);
  const address = response.headers.location!;
  const { searchParams } = new URL(address);
  const cookie = String(response.headers["set-cookie"]).split(";")[0]!;
  return {
    address,
    state: searchParams.get("state") ?? "",
    nonce: searchParams.get("nonce") ?? "",
    cookie,
    comeBack: async (back, changes = {}) => {
      const answer = await get((changes.path ?? back.pathname) + back.search, back.hostname, changes.cookie ?? cookie);
      if (answer.statusCode !== 303) throw new Error(answer.json().error);
      return new URL(answer.headers.location!);
    },
  };
}

export interface SignedIn {
  /** The address that led to the product, without the code. */
  address: URL;
  host: string;
  user: { id: number; role: string };
  client: Client;
}

/** Exchanges the code of an address for a session, as the client does. */
export async function redeem(server: TestServer, address: URL): Promise<SignedIn> {
  const response = await server.app.inject({
    method: "POST",
    url: "/api/login-code",
    headers: { host: address.hostname },
    payload: { code: address.searchParams.get("token") },
  });
  if (response.statusCode !== 200) throw new Error(response.body);
  const { token, host, user } = response.json();
  const at = server.anonymous(host);
  const query: Client["query"] = async (document, variables = {}) => {
    const answer = await server.app.inject({
      method: "POST",
      url: "/graphql",
      headers: { host, authorization: `Bearer ${token}` },
      payload: { query: document, variables },
    });
    return answer.json();
  };
  const data: Client["data"] = async <T>(document: string, variables?: object) => {
    const { data: found, errors } = await query<T>(document, variables);
    if (errors) throw new Error(errors[0]!.message);
    return found;
  };
  const refusal: Client["refusal"] = async (document, variables) =>
    (await query(document, variables)).errors?.[0]?.extensions.code ?? null;
  return { address, host, user, client: { ...at, token, query, data, refusal } };
}

/** A mapping without a claim or a rule. */
export const EMPTY_MAPPING = {
  email_claim: null,
  email_verified_claim: null,
  first_name_claim: null,
  last_name_claim: null,
  role_claim: null,
  role_rules: [],
  default_role: "learner",
  branch_claim: null,
  branch_rules: [],
  group_claim: null,
  group_rules: [],
  field_claims: [],
};
