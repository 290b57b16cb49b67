import { graphql } from "../../app/graphql.ts";

export const TermsOfUse = graphql(`
  query TermsOfUse {
    termsOfUse {
      version
      text
      published_at
    }
  }
`);

export const AcceptTerms = graphql(`
  mutation AcceptTerms($version: Int!) {
    acceptTerms(version: $version) {
      version
    }
  }
`);
