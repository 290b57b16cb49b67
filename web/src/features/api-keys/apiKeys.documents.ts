import { graphql } from "../../app/graphql.ts";

export const ApiKeysPage = graphql(`
  query ApiKeysPage($search: String, $sort: String, $limit: Int, $offset: Int) {
    apiKeysPage(search: $search, sort: $sort, limit: $limit, offset: $offset) {
      total
      rows {
        id
        name
        role
        scopes
        owner
        created_at
        last_used_at
        expires_at
      }
    }
  }
`);

export const ApiAccess = graphql(`
  query ApiAccess {
    apiAccess
  }
`);

export const CreateApiKey = graphql(`
  mutation CreateApiKey($name: String!, $role: String!, $days: Int, $scopes: [String!]) {
    createApiKey(name: $name, role: $role, days: $days, scopes: $scopes) {
      id
      key
    }
  }
`);

export const RevokeApiKey = graphql(`
  mutation RevokeApiKey($id: Int!) {
    revokeApiKey(id: $id) {
      id
    }
  }
`);
