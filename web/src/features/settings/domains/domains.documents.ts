import { graphql } from "../../../app/graphql.ts";
import type { CustomDomainsQuery } from "../../../gen/graphql.ts";

export type CustomDomain = CustomDomainsQuery["customDomains"][number];

export const CustomDomains = graphql(`
  query CustomDomains {
    customDomains {
      id
      host
      branch_id
      branch_name
      state
      problem
      is_primary
      is_checking
      target
      checked_at
      missing_since
      record {
        name
        value
      }
    }
    branches {
      id
      name
    }
  }
`);

export const AddCustomDomain = graphql(`
  mutation AddCustomDomain($host: String!, $branch_id: Int) {
    addCustomDomain(host: $host, branch_id: $branch_id) {
      id
      host
    }
  }
`);

export const RemoveCustomDomain = graphql(`
  mutation RemoveCustomDomain($id: Int!) {
    removeCustomDomain(id: $id) {
      id
    }
  }
`);

export const CheckCustomDomain = graphql(`
  mutation CheckCustomDomain($id: Int!) {
    checkCustomDomain(id: $id) {
      id
    }
  }
`);

export const UseCustomDomain = graphql(`
  mutation UseCustomDomain($id: Int!, $is_primary: Boolean!) {
    useCustomDomain(id: $id, is_primary: $is_primary) {
      id
    }
  }
`);
