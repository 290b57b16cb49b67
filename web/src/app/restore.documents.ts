import { graphql } from "./graphql.ts";

export const RestoreDeleted = graphql(`
  mutation RestoreDeleted($kind: String!, $id: Int!, $branchUrl: String) {
    restoreDeleted(kind: $kind, id: $id, branchUrl: $branchUrl) {
      id
    }
  }
`);
