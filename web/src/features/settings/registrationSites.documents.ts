import { graphql } from "../../app/graphql.ts";
import type { RegistrationSitesQuery } from "../../gen/graphql.ts";

export type RegistrationSite = RegistrationSitesQuery["registrationSites"][number];

export const RegistrationSites = graphql(`
  query RegistrationSites {
    registrationSites {
      branch_id
      name
      is_open
      domains
      needs_approval
      group_ids
      opened_by
    }
    groups {
      id
      name
    }
  }
`);

export const UpdateRegistrationSite = graphql(`
  mutation UpdateRegistrationSite($input: RegistrationSiteInput!) {
    updateRegistrationSite(input: $input) {
      branch_id
      is_open
    }
  }
`);
