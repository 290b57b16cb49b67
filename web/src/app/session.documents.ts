import { graphql } from "./graphql.ts";

export const Viewer = graphql(`
  query Viewer($branchUrl: String) {
    viewer(branchUrl: $branchUrl) {
      id
      first_name
      last_name
      email
      role
      language
      can
      gives_roles
      factor_due
      factor_due_on
      terms_due
      instance {
        id
        name
        domain
        currency
        time_zone
      }
      branch {
        id
        name
        url
      }
    }
  }
`);

export const SaveLanguage = graphql(`
  mutation SaveLanguage($language: String!) {
    updateUserDetails(input: { language: $language }) {
      id
    }
  }
`);
