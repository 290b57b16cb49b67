import { graphql } from "../../app/graphql.ts";
import type {
  IdentityProviderQuery,
  IdentityProvidersQuery,
  IdentityTestQuery,
  SignInPolicyQuery,
} from "../../gen/graphql.ts";

export type ProviderRow = IdentityProvidersQuery["identityProviders"][number];
export type Provider = IdentityProviderQuery["identityProvider"];
export type Test = NonNullable<IdentityTestQuery["identityTest"]>;
export type Policy = SignInPolicyQuery["signInPolicy"];

export const IdentityProviders = graphql(`
  query IdentityProviders {
    identityProviders {
      id
      kind
      name
      branch_name
      is_active
      author_name
      is_author_active
      people
      last_used_at
    }
  }
`);

export const IdentityProvider = graphql(`
  query IdentityProvider($id: Int!) {
    identityProvider(id: $id) {
      id
      kind
      name
      branch_id
      is_active
      email_domains
      has_button
      issuer
      client_id
      has_secret
      scopes
      sso_url
      metadata_url
      certificates
      allows_idp_initiated
      requires_encryption
      single_logout
      slo_url
      signed_out_url
      backchannel_logout_url
      own_metadata_url
      callback_url
      creates_accounts
      trusts_emails
      updates_people
      author_name
      is_author_active
      people
      mapping {
        email_claim
        email_verified_claim
        first_name_claim
        last_name_claim
        role_claim
        role_rules {
          value
          role
        }
        default_role
        branch_claim
        branch_rules {
          value
          branch_id
        }
        group_claim
        group_rules {
          value
          group_id
        }
        field_claims {
          field_id
          claim
        }
      }
    }
  }
`);

export const IdentityChoices = graphql(`
  query IdentityChoices {
    branches {
      id
      name
    }
    groups {
      id
      name
    }
    userFields {
      id
      name
    }
  }
`);

export const CreateIdentityProvider = graphql(`
  mutation CreateIdentityProvider($kind: String!, $input: IdentityProviderInput!) {
    createIdentityProvider(kind: $kind, input: $input) {
      id
      name
    }
  }
`);

export const UpdateIdentityProvider = graphql(`
  mutation UpdateIdentityProvider($id: Int!, $input: IdentityProviderInput!) {
    updateIdentityProvider(id: $id, input: $input) {
      id
      name
    }
  }
`);

export const DeleteIdentityProvider = graphql(`
  mutation DeleteIdentityProvider($id: Int!) {
    deleteIdentityProvider(id: $id) {
      id
    }
  }
`);

export const StartIdentityTest = graphql(`
  mutation StartIdentityTest($id: Int!) {
    startIdentityTest(id: $id)
  }
`);

export const IdentityTest = graphql(`
  query IdentityTest($id: String!) {
    identityTest(id: $id) {
      problem
      detail
      subject
      issuer
      claims {
        name
        value
      }
      plan {
        action
        refusal
        user
        email
        is_email_verified
        first_name
        last_name
        role
        branch
        groups
      }
    }
  }
`);

export const SignInPolicy = graphql(`
  query SignInPolicy {
    signInPolicy {
      passwords_off
      exceptions {
        id
        name
      }
      admins {
        id
        name
        has_password
      }
    }
  }
`);

export const UpdateSignInPolicy = graphql(`
  mutation UpdateSignInPolicy($passwords_off: Boolean!, $user_ids: [Int!]!) {
    updateSignInPolicy(passwords_off: $passwords_off, user_ids: $user_ids) {
      passwords_off
    }
  }
`);
