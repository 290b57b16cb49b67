import { graphql } from "../graphql.ts";

export const LicenceUsage = graphql(`
  query LicenceUsage {
    licenceUsage {
      used
      limit
      state
    }
  }
`);

export const StorageUsage = graphql(`
  query StorageUsage {
    storageUsage {
      used
      limit
      state
    }
  }
`);
