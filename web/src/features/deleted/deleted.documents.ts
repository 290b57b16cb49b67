import { graphql } from "../../app/graphql.ts";

export const DeletedPage = graphql(`
  query DeletedPage($kind: String, $limit: Int, $offset: Int, $search: String, $sort: String, $branchUrl: String) {
    deletedPage(kind: $kind, limit: $limit, offset: $offset, search: $search, sort: $sort, branchUrl: $branchUrl) {
      total
      rows {
        kind
        id
        name
        detail
        deleted_at
        deleted_by
        days_left
      }
    }
  }
`);

export const PurgeDeleted = graphql(`
  mutation PurgeDeleted($kind: String!, $id: Int!, $name: String!, $branchUrl: String) {
    purgeDeleted(kind: $kind, id: $id, name: $name, branchUrl: $branchUrl) {
      id
    }
  }
`);
