import { graphql } from "../../app/graphql.ts";

export const ProviderOfDomain = graphql(`
  query ProviderOfDomain($domain: String!) {
    providerOfDomain(domain: $domain) {
      id
      kind
      name
    }
  }
`);
