import { graphql } from "../../app/graphql.ts";
import type { RegistrationOfferQuery } from "../../gen/graphql.ts";

export type Offer = NonNullable<RegistrationOfferQuery["registrationOffer"]>;

export const RegistrationOffer = graphql(`
  query RegistrationOffer($code: String!) {
    registrationOffer(code: $code) {
      inviter
      branch
      course
      groups
      needs_approval
      domains
      terms {
        version
        text
      }
    }
  }
`);

export const Register = graphql(`
  mutation Register($input: RegistrationInput!) {
    register(input: $input) {
      message
    }
  }
`);

export const ConfirmRegistration = graphql(`
  mutation ConfirmRegistration($email: String!, $token: String!, $password: String!) {
    confirmRegistration(email: $email, token: $token, password: $password) {
      state
    }
  }
`);
