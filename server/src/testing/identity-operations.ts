import { ofInstance, opened, type Operation } from "./operation.ts";

/** The root fields of single sign-on. */
export const IDENTITY_OPERATIONS: Record<string, Operation> = {
  createIdentityProvider: opened(
    "identity.manage",
    () => 'input: { name: "ID", issuer: "https://id.example.org", client_id: "cairn" }',
  ),
  deleteIdentityProvider: ofInstance("identity.manage", "identityProvider"),
  identityProvider: ofInstance("identity.manage", "identityProvider"),
  identityProviders: opened("identity.manage"),
  identityTest: opened("identity.manage", () => 'id: "x"'),
  signInPolicy: opened("identity.manage"),
  startIdentityTest: ofInstance("identity.manage", "identityProvider"),
  updateIdentityProvider: ofInstance(
    "identity.manage",
    "identityProvider",
    ', input: { name: "ID", issuer: "https://id.example.org", client_id: "cairn" }',
  ),
  updateSignInPolicy: opened("identity.manage", () => "passwords_off: false, user_ids: []"),
};
