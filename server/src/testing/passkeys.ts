import { DEMO_PASSWORD } from "../demo/people.ts";
import { Authenticator } from "./authenticator.ts";
import type { Client } from "./server.ts";

export const START = "mutation ($password: String!) { startPasskey(password: $password) }";
export const ADD = `mutation ($name: String!, $response: String!) {
  addPasskey(name: $name, response: $response) { passkey { id name host is_here last_used_at } recovery_codes } }`;
export const REMOVE = "mutation ($id: Int!, $password: String!) { removePasskey(id: $id, password: $password) { id } }";
export const LIST = "{ passkeys { id name host is_here last_used_at } }";
export const START_SIGN_IN = "mutation { startPasskeySignIn }";
export const SIGN_IN =
  "mutation ($response: String!) { signInWithPasskey(response: $response) { token host user { email } } }";
export const START_CONFIRMATION = "mutation { startPasskeyConfirmation }";
export const CONFIRM = "mutation ($response: String!) { confirmByPasskey(response: $response) }";

/** A passkey that a user has added, with the recovery codes of a first second factor. */
export interface Added {
  key: Authenticator;
  id: number;
  codes: string[];
}

/** Adds a passkey for a signed-in user of the demo data. */
export async function addPasskey(client: Client, name = "Laptop"): Promise<Added> {
  const key = new Authenticator();
  const { startPasskey } = await client.data(START, { password: DEMO_PASSWORD });
  const { addPasskey: added } = await client.data(ADD, { name, response: key.create(startPasskey) });
  return { key, id: added.passkey.id, codes: added.recovery_codes };
}
